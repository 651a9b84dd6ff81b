import { defineEquipment, numbered, text } from "../define.ts";
import { channelSuffixes, type LightPoint } from "../light-group.ts";
import { channelPoints, dali } from "./dali.ts";

const ofChannels = (id: LightPoint) => channelSuffixes.WAC.map((suffix) => id + suffix);

/** A controller with two channels. Each channel has the points of a group of lamps. */
export const wac = defineEquipment({
  ...dali,
  type: "WAC",
  name: text("WAC lighting", "WAC प्रकाश", "WAC ಬೆಳಕು"),
  brick: "Lighting_Equipment",
  points: Object.fromEntries(
    channelSuffixes.WAC.flatMap((suffix, at) =>
      Object.entries(channelPoints).map(([id, point]) => [
        id + suffix,
        { ...point, channel: at + 1, name: numbered(point.name, String(at + 1)) },
      ]),
    ),
  ),
  alarms: {
    "lamp-failed": {
      ...dali.alarms["lamp-failed"],
      variants: {
        channel: text(
          "A lamp of channel {0} has failed",
          "चैनल {0} का एक लैंप ख़राब हो गया है",
          "ಚಾನೆಲ್ {0} ರ ಒಂದು ದೀಪ ಕೆಟ್ಟಿದೆ",
        ),
      },
      when: { ...dali.alarms["lamp-failed"].when, point: ofChannels("lamp_failure") },
    },
  },
  screen: {
    summary: (["light_level", "auto_basis", "burn_hours", "lamp_failure"] as const).flatMap(ofChannels),
    controls: [...ofChannels("light_level_sp"), ...ofChannels("light_mode_sp")],
    trends: [{ points: ofChannels("light_level") }],
  },
});
