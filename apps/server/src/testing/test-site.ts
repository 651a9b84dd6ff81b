import { hash } from "@node-rs/argon2";
import { roles } from "@verandah/contract/roles.ts";
import type { SiteDescription } from "@verandah/field/site.ts";

import type { Ctx } from "#core/ctx.ts";
import { importSite } from "#features/campuses/site-import.ts";
import { createUser } from "#features/users/users.service.ts";

export const PASSWORD = "Verandah1";

export interface TestPlace {
  campusId: number;
  buildingId: number;
}

/** The weakest argon2id parameters, because nearly every test logs in. A hash contains its parameters. */
const weak = { memoryCost: 8, timeCost: 1, parallelism: 1 };
let passwordHash: Promise<string> | undefined;

/** Imports a site and adds a user of every role. Users of the first site (`at` 0) have the name of the role, others `other-…`. */
export async function addTestSite(ctx: Ctx, site: SiteDescription, at = 0): Promise<TestPlace> {
  const { campusId, buildingId } = await importSite(ctx, site, `version-${at}`);
  passwordHash ??= hash(PASSWORD, weak);
  for (const [role, roleId] of Object.entries(roles)) {
    const username = at === 0 ? role : `other-${role}`;
    const user = { username, email: `${username}@test.example`, roleId, campusId, buildingId };
    await createUser(ctx, user, await passwordHash);
  }
  return { campusId, buildingId };
}
