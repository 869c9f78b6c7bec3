import { type FailedGuard, refusedIf } from '#contract/errors.ts';
import { exceedsStores, writes } from '#contract/key-scopes.ts';
import { freshRights } from './authority.ts';

/** Keys of machines. Instants are epoch milliseconds. */

interface Validity {
  vence: number;
  revocada: number | null;
}

export const keyStateOf = ({ vence, revocada }: Validity, now: number) => {
  if (revocada !== null) return 'revocada';
  return vence <= now ? 'vencida' : 'vigente';
};

/** Why a person may not hold the secret of a new key. @param until as of `freshUntil` */
export const keyRefusals = (scopes: readonly string[], until: number | null): FailedGuard[] =>
  until !== null && writes(scopes)
    ? [
        {
          guardia: 'rightsAreSettled',
          mensaje: freshRights.mensaje,
          detalle: freshRights.detalle(until),
        },
      ]
    : [];

/** Why a key of these scopes may not be limited to stores. */
export const storeRefusals = (scopes: readonly string[], isLimited: boolean): FailedGuard[] =>
  refusedIf(
    isLimited && exceedsStores(scopes),
    'tiendas',
    'Contabilidad y facturas son de toda la empresa: quite ese alcance o las tiendas.',
  );

/** Why a key is no longer changed. */
export const overRefusals = (key: Validity, now: number): FailedGuard[] =>
  refusedIf(keyStateOf(key, now) !== 'vigente', 'keyIsValid', 'La clave ya no vale: cree otra.');
