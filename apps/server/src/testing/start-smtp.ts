import { createServer, type Socket } from "node:net";

interface AcceptedMail {
  to: string;
  text: string;
}

/** A minimal mail server. It greets, accepts a mail, or answers a recipient with the result of `answerTo`. Source: RFC 5321 §4. */
export async function startSmtp(options: { port?: number; answerTo?: (to: string) => string | undefined }) {
  const accepted: AcceptedMail[] = [];
  const sockets = new Set<Socket>();

  function serve(socket: Socket): void {
    let to = "";
    let text: string[] | undefined;
    let rest = "";
    const reply = (line: string) => void socket.write(`${line}\r\n`);

    function handleLine(line: string): void {
      if (text) {
        if (line !== ".") return void text.push(line);
        accepted.push({ to, text: text.join("\n") });
        text = undefined;
        return reply("250 2.0.0 Accepted");
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === "RCPT") {
        to = /<(.*)>/.exec(line)?.[1] ?? "";
        return reply(options.answerTo?.(to) ?? "250 2.1.5 Recipient accepted");
      }
      if (verb === "DATA") {
        text = [];
        return reply("354 Start mail input");
      }
      if (verb === "QUIT") return void socket.end("221 2.0.0 Bye\r\n");
      reply(
        ["EHLO", "HELO", "MAIL", "RSET"].includes(verb) ? "250 verandah.test" : "502 5.5.1 Not implemented",
      );
    }

    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) handleLine(line);
    });
    socket.on("error", () => socket.destroy());
    reply("220 verandah.test ESMTP");
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    serve(socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const address = server.address();
  return {
    port: address && typeof address === "object" ? address.port : 0,
    accepted,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
