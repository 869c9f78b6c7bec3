/** `npm run admin:create`: the first administrator, or another one; no form can make one. */
import * as yup from 'yup';
import { userFields } from '#contract/calls/administration.calls.ts';
import { newPassword } from '#contract/calls/session.calls.ts';
import { administrator } from '#machines/domain/people/authority.ts';
import { defaultPasswordCost } from '../../platform/config/config.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { refusedChoice } from '../../features/accounts/password-choice.policy.ts';
import { hashPassword } from '../../features/accounts/password.policy.ts';
import {
  insertUser,
  normalEmail,
  takenByAnother,
} from '../../features/accounts/user.repository.ts';
import { runProgram } from '../../start.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { onStorage, say } from './command.ts';
import { openTerminal, type Terminal } from './terminal.ts';

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
        const row = { ...who, clave_hash, permisos: null, creado: now };
        await insertUser(trx, row, { actor: null, now });
      });
      say(`Se creó el administrador ${email}.`);
    });
  } finally {
    terminal.close();
  }
}

await runProgram(createAdmin);
