import Fastify from "fastify";
import pg from "pg";

/** As many as the server has for its calls. */
const CONNECTIONS = 10;

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: CONNECTIONS });
const app = Fastify();
app.get("/bare", async () => ({ id: 1, name: "bench" }));
app.get("/query", async () => {
  const values = ["bench"];
  const text = "select id, username as name from users where username = $1";
  return (await pool.query({ name: "user", text, values })).rows[0];
});
await app.listen({ host: "127.0.0.1", port: 0 });
const address = app.server.address();
process.send?.(address && typeof address === "object" ? address.port : 0);
