/**
 * PDFium as WebAssembly: the engine for PDF untrusted files. Every task takes an engine whose memory is as it was
 * when the engine started, so that what one file leaves in it is never seen by another; one that broke is dropped.
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

/** An engine, and what its memory was when it had started. */
interface Engine {
  pdfium: Pdfium;
  /** Bytes up to the last one that was not zero. */
  fresh: Uint8Array;
  /** Bytes of the whole memory. */
  size: number;
  stack: Handle;
}

/** Engines that nobody uses, by their limits. */
const idle = new Map<number, Engine[]>();

async function start(limit: number): Promise<Engine> {
  compiled ??= compile();
  const module = await compiled;
  const silent = () => undefined;
  const options = {
    print: silent,
    printErr: silent,
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
      const { env } = imports as { env: { emscripten_resize_heap: (bytes: number) => number } };
      const grow = env.emscripten_resize_heap;
      env.emscripten_resize_heap = (bytes) => (bytes >>> 0 > limit * MEGABYTE ? 0 : grow(bytes));
      void WebAssembly.instantiate(module, imports).then(done);
      return {};
    },
  };
  // Its types know the browser's way of finding the file only.
  const pdfium = await init(options as unknown as Parameters<typeof init>[0]);
  pdfium.PDFiumExt_Init();
  const memory = memoryOf(pdfium);
  const used = memory.findLastIndex((byte) => byte !== 0) + 1;
  return {
    pdfium,
    fresh: memory.slice(0, used),
    size: memory.length,
    stack: stackOf(pdfium).emscripten_stack_get_current(),
  };
}

/** Gives its memory back to an engine as it was at its start; false for one that grew, which it keeps. */
function renew({ pdfium, fresh, size, stack }: Engine): boolean {
  const memory = memoryOf(pdfium);
  if (memory.length !== size) return false;
  memory.set(fresh);
  memory.fill(0, fresh.length);
  stackOf(pdfium)._emscripten_stack_restore(stack);
  return true;
}

/**
 * Runs the work with an engine, whose handles mean nothing afterwards. An engine is started in some 20 ms of
 * computing and collecting, and renewed in less than one.
 *
 * @param limit megabytes to which the memory of the engine may grow; beyond, whatever it does fails. It is
 * outside of the JavaScript heap, whose limit does not cover it.
 */
export async function withPdfium<Result>(
  limit: number,
  work: (pdfium: Pdfium) => Result | Promise<Result>,
): Promise<Result> {
  const engines = idle.get(limit) ?? [];
  idle.set(limit, engines);
  const engine = engines.pop() ?? (await start(limit));
  const result = await work(engine.pdfium);
  if (renew(engine)) engines.push(engine);
  return result;
}

/** The memory moves when it grows: nobody may keep what this gives. */
const memoryOf = ({ pdfium }: Pdfium): Uint8Array =>
  // The module has it, its types do not.
  (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;

interface Stack {
  emscripten_stack_get_current(): Handle;
  _emscripten_stack_restore(to: Handle): void;
}

// The exports of the module, of which its types know nothing.
const stackOf = ({ pdfium }: Pdfium): Stack => pdfium.wasmExports as unknown as Stack;

/** A copy of bytes out of the memory of the engine. */
export const copyOut = (pdfium: Pdfium, from: Handle, length: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(memoryOf(pdfium).subarray(from, from + length));

function allocate(pdfium: Pdfium, bytes: number): Handle {
  const place = pdfium.pdfium.wasmExports.malloc(bytes);
  if (place === 0) throw new RangeError('the engine has no memory left');
  return place;
}

/** @throws UnreadablePdfError */
export function openPdf(pdfium: Pdfium, bytes: Uint8Array): OpenPdf {
  // Never given back: the document reads from it until the engine goes.
  const place = allocate(pdfium, bytes.length);
  memoryOf(pdfium).set(bytes, place);
  const handle = pdfium.FPDF_LoadMemDocument(place, bytes.length, '');
  const error = handle === 0 ? pdfium.FPDF_GetLastError() : 0;
  const pages = handle === 0 ? 0 : pdfium.FPDF_GetPageCount(handle);
  if (pages > 0) return { handle, pages };
  throw new UnreadablePdfError(protections.includes(error) ? 'protected' : 'damaged');
}

/** Tells whether every page is there; what is drawn on them is not looked at. */
export function hasItsPages(pdfium: Pdfium, { handle, pages }: OpenPdf): boolean {
  const size = allocate(pdfium, 8);
  for (let index = 0; index < pages; index += 1)
    if (!pdfium.FPDF_GetPageSizeByIndexF(handle, index, size)) return false;
  return true;
}

export function savePdf(pdfium: Pdfium, document: Handle): Uint8Array<ArrayBuffer> {
  const writer = pdfium.PDFiumExt_OpenFileWriter();
  pdfium.PDFiumExt_SaveAsCopy(document, writer);
  const size = pdfium.PDFiumExt_GetFileWriterSize(writer);
  const place = allocate(pdfium, size);
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
