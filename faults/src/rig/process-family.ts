import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A process and all that descend from it. */
export function familyOf(pid: number): number[] {
  const parents = process.platform === "linux" ? listParents() : columnOfAll("ppid");
  const family = [pid];
  for (const member of family)
    family.push(...Array.from(parents).flatMap(([child, parent]) => (parent === member ? [child] : [])));
  return family;
}

/** The fields that Linux has of a process, from its state on. @throws Error when it has ended. Source: proc_pid_stat(5). */
export function statOf(pid: number | string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The program's name in parentheses may contain any character, also spaces.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Not every Linux has ps(1). */
function listParents(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry)))
    try {
      parents.set(Number(name), Number(statOf(name)[1]));
    } catch {
      // It has ended in this moment.
    }
  return parents;
}

/** One number of every process, by process id. Source: ps(1). */
export function columnOfAll(column: "ppid" | "rss"): Map<number, number> {
  const { stdout } = spawnSync("ps", ["-axo", `pid=,${column}=`], { encoding: "utf8" });
  const lines = stdout.matchAll(/^\s*(\d+)\s+(\d+)\s*$/gm);
  return new Map(Array.from(lines, ([, pid, value]) => [Number(pid), Number(value)]));
}
