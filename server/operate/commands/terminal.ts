/** Questions on the terminal, or answers that come line by line from a pipe. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { StartError } from '../../platform/errors/start-error.ts';

export interface Terminal {
  ask(question: string): Promise<string>;
  /** Reads a line without showing it. */
  askSecret(question: string): Promise<string>;
  close(): void;
}

export function openTerminal(): Terminal {
  const { stdin, stdout } = process;
  let hidden = false;
  // Readline echoes what it reads to its output; while a secret is typed, nothing goes on from there.
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (!hidden) stdout.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: stdin, output: echo, terminal: stdin.isTTY === true });
  const waiting: string[] = [];
  let reader: ((line: string | null) => void) | null = null;
  let ended = false;
  lines.on('line', (line) => {
    if (reader) reader(line);
    else waiting.push(line);
  });
  lines.on('close', () => {
    ended = true;
    reader?.(null);
  });

  const nextLine = (): Promise<string | null> => {
    const line = waiting.shift();
    if (line !== undefined || ended) return Promise.resolve(line ?? null);
    return new Promise((resolve) => {
      reader = (read) => {
        reader = null;
        resolve(read);
      };
    });
  };

  async function read(question: string, secret: boolean): Promise<string> {
    stdout.write(question);
    hidden = secret;
    const line = await nextLine();
    hidden = false;
    if (secret || !stdin.isTTY) stdout.write('\n');
    if (line === null) throw new StartError('Faltan respuestas: no se creó el administrador.');
    return secret ? line : line.trim();
  }

  return {
    ask: (question) => read(question, false),
    askSecret: (question) => read(question, true),
    close: () => lines.close(),
  };
}
