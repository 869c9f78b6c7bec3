/** A picture in shades of grey: 0 is black, 255 white, row after row. */
export interface GrayImage {
  width: number;
  height: number;
  pixels: Uint8Array;
}

export function blankImage(width: number, height: number, shade: number): GrayImage {
  return { width, height, pixels: new Uint8Array(width * height).fill(shade) };
}

export function fillRectangle(
  image: GrayImage,
  area: { x: number; y: number; width: number; height: number },
  shade: number,
): void {
  const right = Math.min(image.width, area.x + area.width);
  const bottom = Math.min(image.height, area.y + area.height);
  for (let y = Math.max(0, area.y); y < bottom; y += 1)
    image.pixels.fill(shade, y * image.width + Math.max(0, area.x), y * image.width + right);
}
