/** The vales of a store: cash is handed out, and comes back unused. */
import type { AnswerOf } from '#contract/contract.ts';
import {
  explainVale,
  givenVale,
  valeMachine,
  valeStateOf,
  valeStates,
} from '../../domain/fund/vale.machine.ts';
import { toCentavos } from '../../domain/values/money.ts';
import type { ActingKind } from '../records/acting.machine.ts';

export type Vales = AnswerOf<'/vales'>;
export type Vale = Vales['vales'][number];

export type ValePath = '/darVale' | '/devolverVale';

export const valeKind: ActingKind<Vales, ValePath> = {
  refusals: ({ path, body }, { vales, en_cajon, active_ }, actor) => {
    if (path === '/darVale') {
      const context = { inDrawer: toCentavos(en_cajon), isActiveStore: active_ === 1 };
      const valor = toCentavos(body.valor);
      return explainVale(valeMachine.resolveState({ value: 'requested', context }), {
        type: 'VALE.GIVE',
        actor,
        persona: body.persona,
        valor,
      });
    }
    const vale = vales.find(({ id }) => id === body.id_vale);
    if (vale === undefined) return [{ guardia: 'vale', mensaje: 'Este vale ya no está.' }];
    const value = valeStateOf(vale.estado);
    return explainVale(valeMachine.resolveState({ value, context: givenVale }), {
      type: 'VALE.RETURN',
      actor,
    });
  },
};

export const isOut = ({ estado }: Vale): boolean => estado === valeStates.out.codigo;

export const stateOfVale = ({ estado }: Vale) => valeStates[valeStateOf(estado)];

/** Pesos of the vales that no expense has used. */
export const outOf = ({ vales }: Vales): number =>
  vales.filter(isOut).reduce((sum, { valor }) => sum + Math.round(valor * 100), 0) / 100;
