/**
 * PDFium as WebAssembly: the engine for untrusted PDF files. Every task gets an engine with its initial memory, so
 * that no data of one file is visible to another; an engine that failed is discarded.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

export type Pdfium = WrappedPdfiumModule;

/** A pointer into the memory of an engine. */
export type Handle = number;

/** A PDF opened in an engine. */
export interface OpenPdf {
  handle: Handle;
  pages: number;
}

/** `protected`: it requires a password. `damaged`: its pages cannot be read. */
export class UnreadablePdfError extends Error {
  override readonly name = 'UnreadablePdfError';
  readonly reason: 'protected' | 'damaged';

  constructor(reason: 'protected' | 'damaged') {
    super(`PDF: ${reason}`);
    this.reason = reason;
  }
}

/** Codes of FPDF_GetLastError: password required, unsupported protection. */
const protections: readonly number[] = [4, 5];

let compiled: Promise<WebAssembly.Module> | undefined;

const compile = (): Promise<WebAssembly.Module> =>
  WebAssembly.compile(
    readFileSync(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')),
  );

const MEGABYTE = 1024 * 1024;

/** An engine and a snapshot of its initial memory. */
interface Engine {
  pdfium: Pdfium;
  /** Initial memory up to its last non-zero byte. */
  fresh: Uint8Array;
  /** Size of the memory in bytes. */
  size: number;
  stack: Handle;
}

/** Idle engines by memory limit. */
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
  // The types of `init` only cover the browser's options for locating the file.
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

/** Restores the initial memory of an engine; false when its memory grew, since WebAssembly memory cannot shrink. */
function renew({ pdfium, fresh, size, stack }: Engine): boolean {
  const memory = memoryOf(pdfium);
  if (memory.length !== size) return false;
  memory.set(fresh);
  memory.fill(0, fresh.length);
  stackOf(pdfium)._emscripten_stack_restore(stack);
  return true;
}

/**
 * Runs work with an engine; its handles are invalid afterwards. Engines are reused, since restoring one is much
 * faster than starting one.
 *
 * @param limit maximum memory of the engine in megabytes; allocations beyond it fail. This memory is outside the
 * JavaScript heap and its limit.
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

/** A view of the memory. It is detached when the memory grows, so callers must not store it. */
const memoryOf = ({ pdfium }: Pdfium): Uint8Array =>
  // `HEAPU8` exists on the module but is missing from its types.
  (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;

interface Stack {
  emscripten_stack_get_current(): Handle;
  _emscripten_stack_restore(to: Handle): void;
}

// These exports exist on the module but are missing from its types.
const stackOf = ({ pdfium }: Pdfium): Stack => pdfium.wasmExports as unknown as Stack;

/** Copies bytes out of the memory of the engine. */
export const copyOut = (pdfium: Pdfium, from: Handle, length: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(memoryOf(pdfium).subarray(from, from + length));

function allocate(pdfium: Pdfium, bytes: number): Handle {
  const place = pdfium.pdfium.wasmExports.malloc(bytes);
  if (place === 0) throw new RangeError('the engine has no memory left');
  return place;
}

/** @throws UnreadablePdfError */
export function openPdf(pdfium: Pdfium, bytes: Uint8Array): OpenPdf {
  // Never freed: the document reads from it until the engine is reset or discarded.
  const place = allocate(pdfium, bytes.length);
  memoryOf(pdfium).set(bytes, place);
  const handle = pdfium.FPDF_LoadMemDocument(place, bytes.length, '');
  const error = handle === 0 ? pdfium.FPDF_GetLastError() : 0;
  const pages = handle === 0 ? 0 : pdfium.FPDF_GetPageCount(handle);
  if (pages > 0) return { handle, pages };
  throw new UnreadablePdfError(protections.includes(error) ? 'protected' : 'damaged');
}

/** True when every page can be found; does not check the page contents. */
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
 * Runs work on a page.
 *
 * @param form handle that draws the form fields, or 0
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

/** Opens the handle that draws the form fields of a document. */
export const openForm = (pdfium: Pdfium, document: Handle): Handle =>
  pdfium.PDFiumExt_InitFormFillEnvironment(document, pdfium.PDFiumExt_OpenFormFillInfo());
