import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import * as yup from 'yup';
import { userFields } from '#contract/calls/administration.calls.ts';
import { newPassword } from '#contract/calls/session.calls.ts';
import { administrator } from '#machines/domain/people/authority.ts';
import { hashPassword, refusedChoice } from '../../features/accounts/passwords.ts';
import {
  insertUser,
  normalEmail,
  takenByAnother,
} from '../../features/accounts/user.repository.ts';
import { noticeRights } from '../../features/outbox/rights-notice.ts';
import { defaultPasswordCost } from '../../platform/config/config.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import type { OpenDatabase } from '../../platform/database/dialects.ts';
import { StartError } from '../../platform/errors/http-error.ts';
import { openBesideServer } from '../storage.ts';
import { type Opened, onStorage, runPlainCommand, say } from './command.ts';

/** Asks questions on the terminal; answers may also come line by line from a pipe. */

interface Terminal {
  ask(question: string): Promise<string>;
  /** Reads a line without echo. */
  askSecret(question: string): Promise<string>;
  /** A person can correct a wrong answer. */
  isInteractive: boolean;
  close(): void;
}

function openTerminal(): Terminal {
  const { stdin, stdout } = process;
  let hidden = false;
  // Readline echoes its input to this stream, which discards it while a secret is typed.
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
    isInteractive: stdin.isTTY === true,
    close: () => lines.close(),
  };
}

/** `npm run admin:create`: creates an administrator, which no form can do. */

const adminFields = yup.object({ ...userFields, password: newPassword() });

type Admin = yup.InferType<typeof adminFields>;

/** The identity card of a Colombian citizen. */
const citizenDocument = 1;

/** The sentence that refuses one field; null when the contract accepts it. */
const refusedField = (name: keyof Admin, value: string): Promise<string | null> =>
  adminFields.validateAt(name, { tipo_doc: citizenDocument, [name]: value }).then(
    () => null,
    (error: unknown) => {
      if (yup.ValidationError.isError(error)) return `${error.errors[0]}`.replace(/\.?$/, '.');
      throw error;
    },
  );

/** Asks for each field until its answer is right; from a pipe, a wrong answer ends the command. */
async function askForAdmin(terminal: Terminal, db: OpenDatabase['db']): Promise<Admin> {
  const askFor = async (
    ask: () => Promise<string>,
    refusal: (answer: string) => Promise<string | null>,
  ): Promise<string> => {
    for (;;) {
      const answer = await ask();
      const sentence = await refusal(answer);
      if (sentence === null) return answer;
      if (!terminal.isInteractive) throw new StartError(sentence);
      say(sentence);
    }
  };
  const taken = (email: string, num_doc: string) =>
    inTransaction(db, (trx) => {
      const person = { email: normalEmail(email), tipo_doc: citizenDocument, num_doc };
      return takenByAnother(trx, person, 0);
    });
  say('Creación de un administrador');
  const nombre = await askFor(
    () => terminal.ask('Nombre: '),
    (answer) => refusedField('nombre', answer),
  );
  const email = await askFor(
    () => terminal.ask('Correo: '),
    async (answer) =>
      (await refusedField('email', answer)) ??
      ((await taken(answer, '')).email ? 'El correo ya está registrado.' : null),
  );
  const num_doc = await askFor(
    () => terminal.ask('Cédula de ciudadanía: '),
    async (answer) =>
      (await refusedField('num_doc', answer)) ??
      ((await taken('', answer)).document ? 'El número de documento ya está registrado.' : null),
  );
  const password = await askFor(
    () => terminal.askSecret('Contraseña (8 a 10 letras y números): '),
    async (answer) =>
      (await refusedField('password', answer)) ?? refusedChoice(answer, { nombre, email, num_doc }),
  );
  await askFor(
    () => terminal.askSecret('Repita la contraseña: '),
    async (answer) => (answer === password ? null : 'La contraseña no coincide.'),
  );
  const settled = { tipo: administrator, tipo_doc: citizenDocument };
  return adminFields.validate({ ...settled, nombre, email, num_doc, password });
}

async function createAdmin(): Promise<void> {
  const terminal = openTerminal();
  const create = async ({ db }: Opened) => {
    const admin = await askForAdmin(terminal, db);
    const clave_hash = await hashPassword(admin.password, defaultPasswordCost);
    const email = normalEmail(admin.email);
    const { num_doc, tipo, tipo_doc } = admin;
    await inTransaction(db, async (trx) => {
      // Asked again: the server may have registered somebody meanwhile.
      const taken = await takenByAnother(trx, { email, tipo_doc, num_doc }, 0);
      if (taken.email) throw new StartError('El correo ya está registrado.');
      if (taken.document) throw new StartError('El número de documento ya está registrado.');
      const who = { razon_social: admin.nombre.trim(), email, tipo, tipo_doc, num_doc };
      const now = Date.now();
      const row = { ...who, clave_hash, permisos: null, creado: now, derechos_desde: now };
      const id = await insertUser(trx, row, { actor: null, now });
      await noticeRights(trx, 'Quien administra el servidor', { ...row, id }, ['created'], now);
    });
    say(`Se creó el administrador ${email}.`);
  };
  try {
    await onStorage(create, undefined, openBesideServer);
  } finally {
    terminal.close();
  }
}

await runPlainCommand(
  'Uso: npm run admin:create (pregunta los datos del administrador)',
  createAdmin,
);
