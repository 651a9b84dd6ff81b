import { PumpsScreen } from "../features/pumps/pumps-screen.tsx";
import { Shell } from "./shell/shell.tsx";

/** The first page of a farmer's phone, which comes as one file: a request costs as much as a small file. */
export const firstPage = { Shell, PumpsScreen };
