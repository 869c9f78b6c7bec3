/**
 * PDFium as WebAssembly: the engine for PDF files of strangers. Every task takes an engine of its own, so
 * that what one file leaves in its memory is never seen by another, and an engine that broke is dropped.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

export type Pdfium = WrappedPdfiumModule;

/** A pointer into the memory of an engine. */
export type Handle = number;

/** A PDF that its engine has open. */
export interface OpenPdf {
  handle: Handle;
  pages: number;
}

/** `protected`: it wants a password. `damaged`: no reader makes pages of it. */
export class UnreadablePdfError extends Error {
  override readonly name = 'UnreadablePdfError';
  readonly reason: 'protected' | 'damaged';

  constructor(reason: 'protected' | 'damaged') {
    super(`PDF: ${reason}`);
    this.reason = reason;
  }
}

/** FPDF_GetLastError: a password is needed, or the protection is of an unknown kind. */
const protections: readonly number[] = [4, 5];

let compiled: Promise<WebAssembly.Module> | undefined;

const compile = (): Promise<WebAssembly.Module> =>
  WebAssembly.compile(
    readFileSync(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')),
  );

const MEGABYTE = 1024 * 1024;

/**
 * @param memory megabytes to which the memory of the engine may grow; beyond, whatever it does fails. It is
 * outside of the JavaScript heap, whose limit says nothing of it.
 */
export async function startPdfium(memory: number): Promise<Pdfium> {
  compiled ??= compile();
  const module = await compiled;
  const silent = () => undefined;
  const options = {
    print: silent,
    printErr: silent,
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
      const { env } = imports as { env: { emscripten_resize_heap: (bytes: number) => number } };
      const grow = env.emscripten_resize_heap;
      env.emscripten_resize_heap = (bytes) => (bytes >>> 0 > memory * MEGABYTE ? 0 : grow(bytes));
      void WebAssembly.instantiate(module, imports).then(done);
      return {};
    },
  };
  // Its types know the browser's way of finding the file only.
  const pdfium = await init(options as unknown as Parameters<typeof init>[0]);
  pdfium.PDFiumExt_Init();
  return pdfium;
}

/** The memory moves when it grows: nobody may keep what this gives. */
const memoryOf = ({ pdfium }: Pdfium): Uint8Array =>
  (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;

/** A copy of bytes out of the memory of the engine. */
export const copyOut = (pdfium: Pdfium, from: Handle, length: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(memoryOf(pdfium).subarray(from, from + length));

function room(pdfium: Pdfium, bytes: number): Handle {
  const place = pdfium.pdfium.wasmExports.malloc(bytes);
  if (place === 0) throw new RangeError('the engine has no memory left');
  return place;
}

/** @throws UnreadablePdfError */
export function openPdf(pdfium: Pdfium, bytes: Uint8Array): OpenPdf {
  // Never given back: the document reads from it until the engine goes.
  const place = room(pdfium, bytes.length);
  memoryOf(pdfium).set(bytes, place);
  const handle = pdfium.FPDF_LoadMemDocument(place, bytes.length, '');
  const error = handle === 0 ? pdfium.FPDF_GetLastError() : 0;
  const pages = handle === 0 ? 0 : pdfium.FPDF_GetPageCount(handle);
  if (pages > 0) return { handle, pages };
  throw new UnreadablePdfError(protections.includes(error) ? 'protected' : 'damaged');
}

/** Tells whether every page is there; what is drawn on them is not looked at. */
export function hasItsPages(pdfium: Pdfium, { handle, pages }: OpenPdf): boolean {
  const size = room(pdfium, 8);
  for (let index = 0; index < pages; index += 1)
    if (!pdfium.FPDF_GetPageSizeByIndexF(handle, index, size)) return false;
  return true;
}

export function savePdf(pdfium: Pdfium, document: Handle): Uint8Array<ArrayBuffer> {
  const writer = pdfium.PDFiumExt_OpenFileWriter();
  pdfium.PDFiumExt_SaveAsCopy(document, writer);
  const size = pdfium.PDFiumExt_GetFileWriterSize(writer);
  const place = room(pdfium, size);
  pdfium.PDFiumExt_GetFileWriterData(writer, place, size);
  pdfium.PDFiumExt_CloseFileWriter(writer);
  return copyOut(pdfium, place, size);
}

/**
 * Runs the work on a page.
 *
 * @param form what draws the fields of the document, or 0
 */
export function onPage<Result>(
  pdfium: Pdfium,
  document: Handle,
  form: Handle,
  index: number,
  work: (page: Handle) => Result,
): Result {
  const page = pdfium.FPDF_LoadPage(document, index);
  if (page === 0) throw new UnreadablePdfError('damaged');
  if (form !== 0) pdfium.FORM_OnAfterLoadPage(page, form);
  try {
    return work(page);
  } finally {
    if (form !== 0) pdfium.FORM_OnBeforeClosePage(page, form);
    pdfium.FPDF_ClosePage(page);
  }
}

/** Opens the handle that draws the fields of a document. */
export const openForm = (pdfium: Pdfium, document: Handle): Handle =>
  pdfium.PDFiumExt_InitFormFillEnvironment(document, pdfium.PDFiumExt_OpenFormFillInfo());
