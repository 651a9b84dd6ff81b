import { roles } from "@verandah/contract/roles.ts";
import type { SiteDescription } from "@verandah/field/site.ts";

import type { Ctx } from "#core/ctx.ts";
import { hashPassword } from "#features/auth/passwords.ts";
import { importSite } from "#features/campuses/site-import.ts";
import { createUser } from "#features/users/users.service.ts";

export const PASSWORD = "Verandah1";

export interface TestPlace {
  campusId: number;
  buildingId: number;
}

let passwordHash: Promise<string> | undefined;

/** Imports a site, and adds a user of every role: those of the first site (`at` 0) are named like their role, others `other-…`. */
export async function addTestSite(ctx: Ctx, site: SiteDescription, at = 0): Promise<TestPlace> {
  const { campusId, buildingId } = await importSite(ctx, site, `version-${at}`);
  passwordHash ??= hashPassword(PASSWORD);
  for (const [role, roleId] of Object.entries(roles)) {
    const username = at === 0 ? role : `other-${role}`;
    const user = { username, email: `${username}@test.example`, roleId, campusId, buildingId };
    await createUser(ctx, user, await passwordHash);
  }
  return { campusId, buildingId };
}
