import type { Kysely } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';

/** Secret of the link in the latest mail to an address; '' without a link. */
export async function invitationOf({ db }: { db: Kysely<Database> }, email: string) {
  const mail = await db
    .selectFrom('correo')
    .select('texto')
    .where('para', '=', email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return /#\/invitacion\/([\w-]{43})\s/.exec(mail.texto)?.[1] ?? '';
}
