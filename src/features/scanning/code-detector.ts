/** Finds codes in pictures: by the browser where it can, else by WebAssembly of our own, loaded when it is first needed. */

export type CodeFormat =
  | 'code_128'
  | 'code_39'
  | 'code_93'
  | 'codabar'
  | 'itf'
  | 'ean_13'
  | 'data_matrix'
  | 'pdf417'
  | 'qr_code';

interface Detector {
  detect: (
    picture: ImageBitmap | HTMLVideoElement,
  ) => Promise<readonly { rawValue: string; format: string }[]>;
}

interface DetectorClass {
  new (options: { formats: CodeFormat[] }): Detector;
  getSupportedFormats: () => Promise<readonly string[]>;
}

async function ownDetector(formats: CodeFormat[]): Promise<Detector> {
  const [{ BarcodeDetector, prepareZXingModule }, { default: wasm }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  // Without this it would be asked for at a foreign address.
  prepareZXingModule({ overrides: { locateFile: () => wasm } });
  return new BarcodeDetector({ formats });
}

async function makeDetector(formats: CodeFormat[]): Promise<Detector> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: DetectorClass };
  const supported = (await Native?.getSupportedFormats().catch(() => [])) ?? [];
  return Native !== undefined && formats.every((format) => supported.includes(format))
    ? new Native({ formats })
    : ownDetector(formats);
}

export type CodeReader = (picture: ImageBitmap | HTMLVideoElement) => Promise<string | null>;

/**
 * Reads the text of a code of these formats; of several codes in the picture, that of the format which is named
 * first. Null when none is seen. It throws where the detector did not load.
 */
export function codeReader(formats: CodeFormat[]): CodeReader {
  let made: Promise<Detector> | undefined;
  return async (picture) => {
    made ??= makeDetector(formats);
    // What did not load is asked for again the next time.
    made.catch(() => {
      made = undefined;
    });
    const codes = await (await made).detect(picture);
    for (const format of formats) {
      const code = codes.find((one) => one.format === format);
      if (code !== undefined) return code.rawValue;
    }
    return null;
  };
}
