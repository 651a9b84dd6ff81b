declare module "wawoff2" {
  export function compress(font: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
  export function decompress(font: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
}
