import { SpaceScreen } from "../features/bookings/space-screen.tsx";
import { OwnReports, ReportButtons } from "../features/comfort-reports/own-reports.tsx";

/** The page of a seat or room, with the comfort reports of the booking. */
export function SeatScreen() {
  return (
    <SpaceScreen renderMore={({ space }) => <ReportButtons space={space} />}>
      <OwnReports />
    </SpaceScreen>
  );
}
