import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { AnswerOf, BodyOf, CallPath, UploadPath } from '#contract/contract.ts';
import type { Person, SignIn } from '#machines/domain/people/profiles.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/schema.ts';
import type { Trx } from '../database/transactions.ts';
import type { ReceiptStore } from '../files/receipt-store.ts';
import type { Session, StartedSession } from '../access/session.ts';
import type { Author } from '../database/administration-log.repository.ts';

export const actorOf = (session: Session): Person => ({
  id: session.idUsuario,
  profile: session.profile,
  ingreso: session.metodo,
});

/** Context of every operation, besides its validated body. */
export interface Context {
  config: Config;
  log: Logger;
  /** Epoch milliseconds by the server's clock; tests set it. */
  now: () => number;
  receipts: ReceiptStore;
  /** Runs read-only work on one snapshot; it does not see concurrent commits. */
  read: <Result>(work: (trx: Trx) => Promise<Result>) => Promise<Result>;
  /**
   * Runs work that changes rows, in one transaction. For calls that create, the answer is stored in it under
   * the `Idempotency-Key`, so a repeated request gets the first answer.
   */
  write: <Result>(work: (trx: Trx) => Promise<Result>) => Promise<Result>;
  /** Runs a long query in a worker thread, on another connection. */
  ask: RunQuery;
  /** Aborted when the client disconnects, to cancel long work. */
  signal?: AbortSignal;
  /** Sets `X-Total-Count`, the number of rows of the whole list. */
  setTotal: (total: number) => void;
  /** Only for writes that must survive a refusal, such as failed sign-ins, or that follow the commit. */
  db: Kysely<Database>;
}

export interface SessionContext extends Context {
  session: Session;
}

/**
 * Runs one of the queries of server/app/long-reads.ts in a worker thread, on a snapshot of the database.
 *
 * @throws Error when the query is not one of them
 */
export type RunQuery = <Rest extends unknown[], Result>(
  query: (trx: Trx, ...rest: Rest) => Promise<Result>,
  ...rest: Rest
) => Promise<Result>;

/** Context of a public call. It may open or replace the session of this browser. */
export interface OpenContext extends Context {
  session: Session | null;
  /**
   * `admit` runs in the transaction that opens the session; if it throws, no session is opened.
   *
   * @returns its end, and whether the user has to enrol a second factor before anything else
   */
  startSession: (
    whose: { idUsuario: number; metodo: SignIn },
    admit: (trx: Trx) => Promise<void>,
  ) => Promise<StartedSession>;
  /** Opens a pending sign-in after a correct password: this browser may send a code. `admit` as above. */
  startPendingSignIn: (
    whose: { idUsuario: number; idClaveTemporal: number | null },
    admit: (trx: Trx) => Promise<void>,
  ) => Promise<void>;
  /** Database key of this browser's pending sign-in; null without one. */
  pendingSignIn: string | null;
  forgetPendingSignIn: () => void;
  ip: string;
  /** The name of this browser if the account with this e-mail has signed in with it before; else null. */
  knownBrowser: (email: string) => Promise<string | null>;
}

/** Author of a change, for the administration log. */
export const authorOf = ({ session, now }: Pick<SessionContext, 'session' | 'now'>): Author => ({
  actor: actorOf(session),
  now: now(),
});

/** The uploaded file of a multipart call, within its size limit; removed once the call is answered. */
export interface UploadedFile {
  filename: string;
  /** Path of the file. */
  file: string;
  bytes: number;
}

/** A success answer with a message and optional further fields. */
export const done = <Facts extends object>(msg: string, facts: Facts = {} as Facts) => [
  { status: '200' as const, msg, ...facts },
];

/** Answers one page of a list and sets the number of rows of the whole list. */
export async function pageFor<Row>(
  { read, setTotal }: Pick<Context, 'read' | 'setTotal'>,
  find: (trx: Trx) => Promise<{ rows: Row[]; total: number }>,
): Promise<Row[]> {
  const { rows, total } = await read(find);
  setTotal(total);
  return rows;
}

const fileNameLength = 200;

/** Display name of an uploaded file: without path and invisible characters. */
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

/** Calls in which a signed-in user sends a code; failed guesses are counted. */
type CodePath = '/renovarCodigos' | '/desactivarSegundoFactor';

/** Context of a long read in its worker thread. */
export type ReadContext = Pick<SessionContext, 'db' | 'now' | 'read' | 'session' | 'setTotal'>;

/** A read-only call that may take long. */
export type LongRead<Path extends CallPath> = (
  input: BodyOf<Path>,
  context: ReadContext,
) => Promise<AnswerOf<Path>>;

/** One call: input → rules → rows → answer. Throws an `HttpError` for every expected refusal. */
export type Operation<Path extends CallPath> = (
  input: BodyOf<Path>,
  context: ContextOf<Path>,
) => Promise<AnswerOf<Path>>;
