/** Rules for what a store gives before the papers of a box leave, and the body of the call. */
import type { RequestOf } from '#contract/contract.ts';
import { isMotorizado } from '#machines/domain/box/box.machine.ts';
import { refusalsOf } from '#machines/domain/box/box-case.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { boxStates } from '#machines/domain/box/states.ts';
import type { ShownBox } from '../boxes/box-changes.ts';
import { caseOfBox } from '../expenses/expense-facts.ts';
import type { CompanyRow } from '../expenses/reference-rows.ts';

export interface ShipFacts extends ShownBox {
  /** Those of the city of the store and the national ones, by name; empty when the box is not to be shipped. */
  companies: readonly CompanyRow[];
}

export const isReadyToShip = (facts: ShipFacts): boolean =>
  facts.box.active === boxStates.readyToShip.codigo;

/** The company with which the store shipped last, while it can be chosen. */
export const companyUsedLast = ({ box, companies }: ShipFacts): CompanyRow | null =>
  companies.find(({ id }) => id === box.empresa_anterior) ?? null;

/** A motorcycle courier gives no guide: the field is hidden. */
export const asksForGuide = (company: CompanyRow | null): boolean =>
  company === null || !isMotorizado(company.nombre);

/** Why the papers cannot be sent, as the state machine of the box says it; empty when they can. */
export const shipRefusals = (
  actor: Person,
  facts: ShipFacts,
  company: CompanyRow | null,
  codigo: string,
): FailedGuard[] =>
  refusalsOf(caseOfBox(facts.box, facts.rows), {
    type: 'box',
    idGasto: null,
    event: { type: 'BOX.SHIP', actor, empresa: company?.nombre ?? null, codigo },
  });

export const shipRequest = (
  { box }: ShipFacts,
  company: CompanyRow | null,
  codigo: string,
): RequestOf<'/enviarSoporteCaja'> => ({
  id_caja: box.id,
  id_empresa: company?.id ?? null,
  codigo: asksForGuide(company) ? codigo.trim() : '',
  version: box.version,
});
