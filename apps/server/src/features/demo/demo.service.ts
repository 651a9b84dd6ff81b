import { setTimeout as sleep } from "node:timers/promises";

import type * as contract from "@verandah/contract/demo.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { topicNames } from "@verandah/contract/topics.ts";

import { type ActorCtx, type Ctx, inTransaction, publishChange, type Service } from "#core/ctx.ts";
import { isTemporary } from "#core/db.ts";
import { codeOf } from "#core/errors.ts";
import type { JobLog } from "#core/jobs/repeat.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { hashPassword } from "#features/auth/passwords.service.ts";
import { importDemoSite } from "#features/campuses/first-campus.service.ts";
import { createDemoCoworkingUsers } from "#features/coworking/coworking.service.ts";
import { clearReadingsOf } from "#features/telemetry/telemetry.service.ts";
import {
  disableAccounts,
  listAccountNames,
  renewPasswords,
} from "#features/users/user-administration.service.ts";
import { createOtherDemoUsers, lockUsers } from "#features/users/users.service.ts";

import type { DemoField } from "./demo-field.ts";
import * as repository from "./demo.repository.ts";

/** A job that has just added a row for the campus makes its deletion fail. */
const DELETE_TRIES_MAX = 5;
const DELETE_RETRY_MS = 1_000;
/** Source: PostgreSQL 18 Appendix A, foreign_key_violation. */
const FOREIGN_KEY = "23503";

type State = NonNullable<ReplyOf<typeof contract.getDemo>["demo"]>;

interface DemoParts {
  /** Undefined when no other program can run it. */
  field: DemoField | undefined;
  /** Whether the installation is the demo itself. */
  isDemo: boolean;
  log: Pick<JobLog, "error">;
}

export type Demo = ReturnType<typeof createDemo>;

/** The demo as a second campus. `ctx` is for work in the background: its statements may take long. */
export function createDemo(ctx: Ctx, { field, isDemo, log }: DemoParts) {
  let fieldState: State["field"] = "off";
  let hasRemovalFailed = false;
  let work = Promise.resolve();

  /** Runs one piece of work after the other, and then loads the pages again. */
  function inBackground(run: () => Promise<void>, onFailure: () => void): void {
    work = work
      .then(run)
      .catch((error: unknown) => {
        onFailure();
        log.error({ err: error }, "The demo could not be started or removed");
      })
      .then(() => {
        for (const topic of topicNames) publishChange(ctx, topic, {});
      });
  }

  function startField(run: () => Promise<void>): void {
    fieldState = "starting";
    inBackground(
      async () => {
        await run();
        fieldState = "running";
      },
      () => (fieldState = "failed"),
    );
  }

  function startRemoval(campusId: number): void {
    hasRemovalFailed = false;
    inBackground(
      async () => {
        await field?.remove();
        fieldState = "off";
        await clearReadingsOf(ctx, await repository.listDeviceIds(ctx.db, campusId));
        await deleteRows(ctx, campusId);
      },
      () => (hasRemovalFailed = true),
    );
  }

  const get: Service<typeof contract.getDemo> = async (caller) => {
    const demo = await repository.findDemo(caller.db);
    const present = hasRemovalFailed ? "removal-failed" : "removing";
    return {
      obstacle: isDemo ? "is-demo" : field ? null : "no-simulator",
      demo: demo
        ? {
            campus: demo.name,
            isOwn: demo.campusId === caller.actor.campusId,
            state: demo.removingAt ? present : "present",
            field: fieldState,
            accounts: await listAccountNames(caller, demo.campusId),
            contents: await repository.countContents(caller.db, demo.campusId),
          }
        : null,
    };
  };

  /** @throws AppError `demo-unavailable`, `demo-present`, `demo-conflict` */
  const add: Service<typeof contract.addDemo> = async (caller) => {
    if (isDemo || !field) throw new AppError("demo-unavailable");
    if (await repository.findDemo(caller.db)) throw new AppError("demo-present");
    const files = await field.describe();
    const accounts = await inTransaction(caller, async (inner) => {
      await lockUsers(inner);
      if (await repository.findDemo(inner.db)) throw new AppError("demo-present");
      const [file] = files;
      if (file === undefined) throw new Error("The demo has no site file");
      const place = await importDemoSite(inner, file, false);
      const created = await createOtherDemoUsers(inner, place, hashPassword);
      await createDemoCoworkingUsers(inner, place.campusId);
      await repository.insertDemo(inner.db, place.campusId, inner.now());
      await recordAudit(inner, {
        action: "add-demo",
        target: `campus:${place.campusId}`,
        after: { accounts: created.map(({ username }) => username) },
      });
      return created;
    });
    startField(() => field.run(accounts.find(({ username }) => username.startsWith("demo-admin"))));
    return { accounts };
  };

  return {
    get,
    add,
    /** @throws AppError `not-found`, `not-allowed` */
    renewPasswords: ((caller) =>
      inTransaction(caller, async (inner) => {
        const { campusId } = await getDemo(inner);
        const accounts = await renewPasswords(inner, campusId);
        const after = { accounts: accounts.map(({ username }) => username) };
        await recordAudit(inner, { action: "renew-demo-passwords", target: `campus:${campusId}`, after });
        return { accounts };
      })) satisfies Service<typeof contract.renewDemoPasswords>,
    /** Begins the removal; `get` says when it is done. @throws AppError `not-found`, `not-allowed` */
    remove: (async (caller) => {
      const { campusId, removingAt } = await getDemo(caller);
      if (removingAt && !hasRemovalFailed) return {};
      await inTransaction(caller, async (inner) => {
        await repository.updateRemoving(inner.db, inner.now());
        await disableAccounts(inner, campusId);
        const before = await repository.countContents(inner.db, campusId);
        await recordAudit(inner, { action: "remove-demo", target: `campus:${campusId}`, before });
      });
      startRemoval(campusId);
      return {};
    }) satisfies Service<typeof contract.removeDemo>,
    /** Starts the field of a demo that was added before, or continues its removal. */
    async start(): Promise<void> {
      const demo = await repository.findDemo(ctx.db);
      if (demo?.removingAt) startRemoval(demo.campusId);
      else if (demo && field?.isHere())
        startField(async () => {
          for (const file of await field.describe()) await importDemoSite(ctx, file, true);
          await field.run();
        });
    },
    /** Resolves when nothing runs in the background. */
    settled: () => work,
  };
}

async function deleteRows(ctx: Ctx, campusId: number): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      await inTransaction(ctx, (inner) => repository.deleteCampus(inner.db, campusId));
      return;
    } catch (error) {
      if (tries === DELETE_TRIES_MAX || !(isTemporary(error) || codeOf(error) === FOREIGN_KEY)) throw error;
      await sleep(DELETE_RETRY_MS);
    }
}

/** The demo, for an administrator of another campus. @throws AppError `not-found`, `not-allowed` */
async function getDemo(caller: ActorCtx): Promise<repository.DemoRow> {
  const demo = await repository.findDemo(caller.db);
  if (!demo) throw new AppError("not-found");
  if (demo.campusId === caller.actor.campusId) throw new AppError("not-allowed");
  return demo;
}
