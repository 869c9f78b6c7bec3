import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { AnswerOf, BodyOf, CallPath, UploadPath } from '#contract/contract.ts';
import type { Person, SignIn } from '#machines/domain/people/profiles.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';
import type { ReceiptStore } from '../files/receipt-store.ts';
import type { Session } from '../access/session.ts';
import type { Author } from '../database/administration-log.repository.ts';

export const actorOf = (session: Session): Person => ({
  id: session.idUsuario,
  profile: session.profile,
  ingreso: session.metodo,
});

/** Context of every operation, besides its checked body. */
export interface Context {
  config: Config;
  log: Logger;
  /** Epoch milliseconds by the server's clock; tests set it. */
  now: () => number;
  receipts: ReceiptStore;
  /** Work that only reads, in one snapshot: what others commit meanwhile is not seen. */
  read: <Result>(work: (trx: Trx) => Promise<Result>) => Promise<Result>;
  /**
   * Work that changes rows, in one transaction. For calls that create, the answer is stored in it under
   * the `Idempotency-Key`, so a repetition gets the first answer.
   */
  write: <Result>(work: (trx: Trx) => Promise<Result>) => Promise<Result>;
  /** Aborted when the caller hangs up: long work ends then. */
  signal?: AbortSignal;
  /** Number of rows of the whole list, for `X-Total-Count`. */
  setTotal: (total: number) => void;
  /** Only for what must outlive a refusal, as counting failed logins, or follow the commit. */
  db: Kysely<Database>;
}

export interface SessionContext extends Context {
  session: Session;
}

/** Context of a call that anybody may make. It may open or replace the session of this browser. */
export interface OpenContext extends Context {
  session: Session | null;
  /**
   * `admit` belongs to the transaction that opens the session: what it throws leaves none.
   *
   * @returns whether the person has to switch on a second factor before anything else
   */
  startSession: (
    whose: { idUsuario: number; metodo: SignIn },
    admit: (trx: Trx) => Promise<void>,
  ) => Promise<boolean>;
  /** The password was right: this browser may send a code. `admit` as above. */
  startPendingSignIn: (
    whose: { idUsuario: number; idClaveTemporal: number | null },
    admit: (trx: Trx) => Promise<void>,
  ) => Promise<void>;
  /** Key under which the database knows the pending sign-in of this browser. */
  pendingSignIn: string | null;
  forgetPendingSignIn: () => void;
  ip: string;
  /** The name of this browser when the account with this e-mail was signed in to in it before. */
  knownBrowser: (email: string) => Promise<string | null>;
}

/** Author of a change, for the log of administration. */
export const authorOf = ({ session, now }: Pick<SessionContext, 'session' | 'now'>): Author => ({
  actor: actorOf(session),
  now: now(),
});

/** The uploaded file of a multipart call, within its size limit; it is removed once the call is answered. */
export interface UploadedFile {
  filename: string;
  /** Where it is. */
  file: string;
  bytes: number;
}

/** Answers that something was done, with what else there is to say. */
export const done = <Facts extends object>(msg: string, facts: Facts = {} as Facts) => [
  { status: '200' as const, msg, ...facts },
];

/** Answers one page of a list, and how many rows the whole list has. */
export async function pageFor<Row>(
  { read, setTotal }: Pick<Context, 'read' | 'setTotal'>,
  find: (trx: Trx) => Promise<{ rows: Row[]; total: number }>,
): Promise<Row[]> {
  const { rows, total } = await read(find);
  setTotal(total);
  return rows;
}

const fileNameLength = 200;

/** The name of an uploaded file for people: no path, no characters that are not seen. */
export const shownName = ({ filename }: Pick<UploadedFile, 'filename'>): string =>
  (filename.split(/[\\/]/).pop() ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
    .slice(0, fileNameLength);

type ContextOf<Path extends CallPath> = Path extends
  | '/auth/user'
  | '/auth/codigo'
  | '/recoverPassword'
  ? OpenContext
  : Path extends '/corregirGasto'
    ? SessionContext & { archivo: UploadedFile | null }
    : Path extends UploadPath
      ? SessionContext & { archivo: UploadedFile }
      : Path extends '/auth/logout' | '/changePwd' | '/activarSegundoFactor'
        ? SessionContext &
            Pick<OpenContext, 'startSession' | 'ip'> & { endSession: () => Promise<void> }
        : Path extends CodePath
          ? SessionContext & { ip: string }
          : SessionContext;

/** Calls in which a signed-in person gives a code, so that guesses are counted. */
type CodePath = '/renovarCodigos' | '/desactivarSegundoFactor';

/** Context of a long read in its worker thread. */
export type ReadContext = Pick<SessionContext, 'db' | 'now' | 'read' | 'session' | 'setTotal'>;

/** A call that only reads, and may take long. */
export type LongRead<Path extends CallPath> = (
  input: BodyOf<Path>,
  context: ReadContext,
) => Promise<AnswerOf<Path>>;

/** One call: input → rules → rows → answer. Throws a `HttpError` for every expected "no". */
export type Operation<Path extends CallPath> = (
  input: BodyOf<Path>,
  context: ContextOf<Path>,
) => Promise<AnswerOf<Path>>;
