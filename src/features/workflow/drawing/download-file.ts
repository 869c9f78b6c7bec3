/** Hands a file to the browser, which keeps it where the person keeps downloads. */
export function downloadFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it once the click is over.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Pixels of the file for each one of the drawing. */
const scale = 2;

/**
 * A picture of pixels from an SVG that stands on its own, with nothing to load.
 *
 * @throws Error when the browser cannot draw it, for example for want of memory
 */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * scale;
  canvas.height = image.naturalHeight * scale;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The browser could not draw the picture'));
      else resolve(blob);
    }, 'image/png');
  });
}
