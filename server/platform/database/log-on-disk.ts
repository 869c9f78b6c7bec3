import { type FileHandle, open } from 'node:fs/promises';

/**
 * Puts the log of an embedded database on the disk, in a thread of libuv: whoever commits does not keep the others
 * waiting, and those who commit meanwhile share the next time.
 */
export class LogOnDisk {
  readonly #file: string;
  #handle: Promise<FileHandle> | undefined;
  /** Commits so far, and those of them that are on the disk. */
  #commits = 0;
  #stored = 0;
  #keeping: Promise<void> | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Called after each commit. */
  committed(): void {
    this.#commits += 1;
  }

  /**
   * Resolves once every commit so far is on the disk. After the disk failed once it rejects for ever: what was lost then
   * cannot be known before the database is opened anew.
   */
  async settled(): Promise<void> {
    const commits = this.#commits;
    while (this.#stored < commits) {
      this.#keeping ??= this.#keep();
      await this.#keeping;
    }
  }

  async #keep(): Promise<void> {
    const commits = this.#commits;
    this.#handle ??= open(this.#file);
    await (await this.#handle).datasync();
    this.#stored = commits;
    this.#keeping = undefined;
  }

  async close(): Promise<void> {
    await (await this.#handle)?.close();
  }
}
