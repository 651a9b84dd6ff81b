import {
  POINT_TEST_HOLD_MS,
  type releasePoint as releaseRoute,
  type stepPoint as stepRoute,
} from "@verandah/contract/point-tests.ts";
import { AppError } from "@verandah/contract/problems.ts";

import { inTransaction, type Service } from "#core/ctx.ts";
import { listReplacedValues, originOf, sendCommand } from "#features/commands/commands.service.ts";

import { addStep, claimPoint, readSteps } from "./point-tests.service.ts";

/**
 * Sends a test value to an output, as a command of the caller. The gateway releases it after POINT_TEST_HOLD_MS, also without phone and server.
 *
 * @throws AppError the errors of `claimPoint` and `sendCommand`
 * @throws AppError `point-test-held` while another value of a person is in force, because a release would not bring it back
 */
export const stepPoint: Service<typeof stepRoute> = (ctx, { id, position, value, reason }) =>
  inTransaction(ctx, async (inner) => {
    const point = await claimPoint(inner, { id, position });
    const { ssid, paramId } = point;
    const isOwn = (await readSteps(inner, point)).some(({ isHeld }) => isHeld);
    const until = new Date(inner.now().getTime() + POINT_TEST_HOLD_MS);
    const sent = await sendCommand(inner, { ssid, paramId, value, until, reason, origin: originOf(inner) });
    const replaced = isOwn ? [] : await listReplacedValues(inner, sent.batchId);
    if (replaced.some((one) => one.value !== null)) throw new AppError("point-test-held");
    await addStep(inner, id, point, sent.commandId);
    return { commandId: sent.commandId };
  });

/**
 * Releases the test value of an output. Without one in force, such as after its end, nothing is sent.
 *
 * @throws AppError the errors of `claimPoint` and `sendCommand`
 */
export const releasePoint: Service<typeof releaseRoute> = (ctx, input) =>
  inTransaction(ctx, async (inner) => {
    const point = await claimPoint(inner, input);
    const { ssid, paramId } = point;
    if ((await readSteps(inner, point)).some(({ isHeld }) => isHeld))
      await sendCommand(inner, { ssid, paramId, value: null, origin: originOf(inner) });
    return { message: "ACCEPTED" };
  });
