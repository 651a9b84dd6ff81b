import { POINT_PHOTO_MAX_BYTES } from "@verandah/contract/point-tests.ts";

/** Longest side of a photo, px: a label of a device can be read. */
const SIDE_MAX_PX = 1_280;
const QUALITIES = [0.8, 0.6, 0.4];
/** Base64 has four letters for three bytes. */
const TEXT_MAX = (POINT_PHOTO_MAX_BYTES * 4) / 3;

/** A photo as a small JPEG in base64, upright and without metadata; undefined for a file that the browser cannot show. */
export async function scalePhoto(file: File): Promise<string | undefined> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => undefined);
  if (!picture) return undefined;
  const scale = Math.min(1, SIDE_MAX_PX / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return QUALITIES.map((quality) => canvas.toDataURL("image/jpeg", quality).replace(/^[^,]*,/, "")).find(
    (text) => text.length <= TEXT_MAX,
  );
}
