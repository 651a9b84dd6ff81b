import { expect, test } from "./fixtures.ts";

test("every system of the building has its devices, and all of them are well", async ({ page, loginAs }) => {
  await loginAs("operator");
  for (const name of ["HVAC", "Chiller", "Lighting", "UPS", "Energy"])
    await expect(page.getByRole("article", { name })).toHaveAttribute("data-state", "fine", {
      timeout: 60_000,
    });
});
