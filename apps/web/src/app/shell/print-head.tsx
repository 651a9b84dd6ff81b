import { useLingui } from "@lingui/react/macro";
import { useEffect } from "react";

import { useSession } from "#data/query/session.ts";
import { clockText, dayText } from "#shared/format/time.ts";
import { useNow } from "#shared/use-now.ts";

import classes from "./shell.module.css";

/** On paper only: of which campus the page is, of when and by whom. A page in dark colours is printed in light ones. */
export function PrintHead() {
  const { t } = useLingui();
  const { campus, user } = useSession();
  const nowMs = useNow();
  const { name } = user;
  const at = `${dayText(nowMs, campus.timeZone)} ${clockText(nowMs, campus.timeZone).slice(0, 5)}`;
  useEffect(() => {
    const { dataset } = document.documentElement;
    const print = window.matchMedia("print");
    const shown = { colours: dataset["mantineColorScheme"] };
    function change(): void {
      if (print.matches) shown.colours = dataset["mantineColorScheme"];
      dataset["mantineColorScheme"] = print.matches ? "light" : shown.colours;
    }
    print.addEventListener("change", change);
    return () => print.removeEventListener("change", change);
  }, []);
  return (
    <p className={classes["printed"]}>
      {campus.name} · {t`Printed ${at} by ${name}`}
    </p>
  );
}
