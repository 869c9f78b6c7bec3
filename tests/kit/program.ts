/** Runs the built programs as processes on a temporary data folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#server/platform/config/project-root.ts';

export type ProgramName =
  | 'main'
  | 'demo'
  | 'db-migrate'
  | 'audit-verify'
  | 'derived-rebuild'
  | 'backup'
  | 'restore'
  | 'database-move'
  | 'admin-create'
  | 'factor-reset'
  | 'data-grow'
  | 'import-invoices';

export const programToken = 'token-de-programa';

export interface Ending {
  /** Null when a signal ended the program. */
  code: number | null;
  output: string;
  errors: string;
}

interface Program {
  child: ChildProcess;
  ended: Promise<Ending>;
  /** Waits until the output matches; resolves to the first group. */
  says: (expression: RegExp) => Promise<string>;
}

export interface Serving extends Program {
  url: string;
}

export interface DataFolder {
  dataDir: string;
  /**
   * @param answers lines for its standard input, which then ends
   * @param args command line arguments
   * @param flags flags of Node
   */
  run: (
    name: ProgramName,
    environment?: Record<string, string>,
    answers?: readonly string[],
    args?: readonly string[],
    flags?: readonly string[],
  ) => Program;
  /** A listening server on a free port. */
  serve: (
    name?: 'main' | 'demo',
    environment?: Record<string, string>,
    flags?: readonly string[],
  ) => Promise<Serving>;
  /** Ends running programs, and removes the folder. */
  close: () => Promise<void>;
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null;

function spawned(
  command: readonly [string, ...string[]],
  environment: Record<string, string>,
  home: string,
): ChildProcess {
  const { PATH = '' } = process.env;
  const [file, ...args] = command;
  return spawn(file, args, {
    cwd: home,
    // Independent of the environment of the test machine.
    env: { PATH, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

function listen(child: ChildProcess): Program {
  let output = '';
  let errors = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    child.emit('printed');
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
  });
  // Not 'exit', which may come before the last output.
  const ended = once(child, 'close').then(([code]): Ending => ({ code, output, errors }));
  return {
    child,
    ended,
    async says(expression) {
      for (;;) {
        const printed = expression.exec(output)?.[1];
        if (printed !== undefined) return printed;
        await Promise.race([
          once(child, 'printed'),
          ended.then(() => Promise.reject(new Error(`${output}${errors}`))),
        ]);
      }
    },
  };
}

/**
 * An empty folder and the programs that run on it.
 *
 * @param through a command that prepares the environment of each program and then executes it
 * @param home folder with dist/
 */
export function openDataFolder(
  through: readonly string[] = [],
  home: string = projectRoot,
): DataFolder {
  const dataDir = mkdtempSync(join(tmpdir(), 'caja-menor-proceso-'));
  const programs: Program[] = [];
  const run: DataFolder['run'] = (name, environment = {}, answers = [], args = [], flags = []) => {
    const settings = {
      DATA_DIR: dataDir,
      API_TOKEN: programToken,
      PORT: '0',
      HOST: '127.0.0.1',
      ...environment,
    };
    const script = join('dist', 'server', `${name}.js`);
    const [file = process.execPath, ...rest] = [
      ...through,
      process.execPath,
      ...flags,
      script,
      ...args,
    ];
    const child = spawned([file, ...rest], settings, home);
    // A program that reads no answers may end before it gets them.
    child.stdin?.on('error', () => undefined).end(answers.map((line) => `${line}\n`).join(''));
    const program = listen(child);
    programs.push(program);
    return program;
  };
  return {
    dataDir,
    run,
    async serve(name = 'main', environment = {}, flags = []) {
      const program = run(name, environment, [], [], flags);
      // The demonstration prints no log line, and the name of the loopback address.
      const address = await program.says(/(?:"direccion":"|^Abra )([^"\s]+)/m);
      return { ...program, url: address.replace('localhost', '127.0.0.1') };
    },
    async close() {
      for (const { child, ended } of programs) {
        if (isRunning(child)) child.kill('SIGKILL');
        await ended;
      }
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
