import { defineEquipment, numbered, text } from "../define.ts";
import { channelPoints, dali } from "./dali.ts";

/** A controller with two channels. Each channel has the points of a group of lamps. */
const CHANNELS = ["1", "2"];
const ofChannels = (id: string) => CHANNELS.map((channel) => `${id}_${channel}`);

export const wac = defineEquipment({
  ...dali,
  type: "WAC",
  name: text("WAC lighting", "WAC प्रकाश", "WAC ಬೆಳಕು"),
  brick: "Lighting_Equipment",
  points: Object.fromEntries(
    CHANNELS.flatMap((channel) =>
      Object.entries(channelPoints).map(([id, point]) => [
        `${id}_${channel}`,
        { ...point, name: numbered(point.name, channel) },
      ]),
    ),
  ),
  alarms: {
    "lamp-failed": {
      ...dali.alarms["lamp-failed"],
      when: { point: ofChannels("lamp_failure"), above: 0.5, onDelaySeconds: 15, offDelaySeconds: 15 },
    },
  },
  screen: {
    summary: ["light_level", "auto_basis", "burn_hours", "lamp_failure"].flatMap(ofChannels),
    controls: [...ofChannels("light_level_sp"), ...ofChannels("light_mode_sp")],
    trends: [{ points: ofChannels("light_level") }],
  },
});
