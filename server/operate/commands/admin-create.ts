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
import { StartError } from '../../platform/errors/http-error.ts';
import { runProgram } from '../../start.ts';
import { onStorage, say } from './command.ts';

/** Asks questions on the terminal; answers may also come line by line from a pipe. */

interface Terminal {
  ask(question: string): Promise<string>;
  /** Reads a line without echo. */
  askSecret(question: string): Promise<string>;
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
    close: () => lines.close(),
  };
}

/** `npm run admin:create`: creates an administrator, which no form can do. */

const adminFields = yup.object({ ...userFields, password: newPassword() });

type Admin = yup.InferType<typeof adminFields>;

/** The identity card of a Colombian citizen. */
const citizenDocument = 1;

async function askForAdmin(terminal: Terminal): Promise<Admin> {
  say('Creación de un administrador');
  const nombre = await terminal.ask('Nombre: ');
  const email = await terminal.ask('Correo: ');
  const num_doc = await terminal.ask('Cédula de ciudadanía: ');
  const password = await terminal.askSecret('Contraseña (8 a 10 letras y números): ');
  const repeated = await terminal.askSecret('Repita la contraseña: ');
  if (password !== repeated) throw new StartError('La contraseña no coincide.');
  const weakness = refusedChoice(password, { nombre, email, num_doc });
  const settled = { tipo: administrator, tipo_doc: citizenDocument };
  const fields = { ...settled, nombre, email, num_doc, password };
  const admin = await adminFields.validate(fields).catch((error: unknown) => {
    throw yup.ValidationError.isError(error) ? new StartError(`${error.errors[0]}.`) : error;
  });
  if (weakness !== null) throw new StartError(weakness);
  return admin;
}

async function createAdmin(): Promise<void> {
  const terminal = openTerminal();
  try {
    await onStorage(async ({ db }) => {
      const admin = await askForAdmin(terminal);
      const clave_hash = await hashPassword(admin.password, defaultPasswordCost);
      const email = normalEmail(admin.email);
      const { num_doc, tipo, tipo_doc } = admin;
      await inTransaction(db, async (trx) => {
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
    });
  } finally {
    terminal.close();
  }
}

await runProgram(createAdmin);
