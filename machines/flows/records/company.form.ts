/** The form of a shipping company: what a person typed, what is wrong with it, and the call that keeps it. */
import { fillAll } from '#contract/calls/administration.calls.ts';
import { type AnswerOf, calls, type RequestOf } from '#contract/contract.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import { createRecordFormMachine } from './record-form.machine.ts';
import { type CityChoice, cityIdOf, cityLabelOf, cityMessage } from './record-form-rows.ts';
import { refusalsOfSchema } from '../schema-refusals.ts';

export interface CompanyFormFacts {
  /** Null for a new one. */
  company: AnswerOf<'/obtenerEmpresaById'> | null;
  cities: readonly CityChoice[];
}

export interface CompanyValues {
  nombre: string;
  /** The city by its label. */
  zona: string;
}

export type CompanyRequest =
  | { path: '/crearEmpresa'; body: RequestOf<'/crearEmpresa'> }
  | { path: '/editarEmpresa'; body: RequestOf<'/editarEmpresa'> };

/** Title over a form that the server refused. */
export const companyRefusedMessage = 'Existen errores, por favor corregir y enviar nuevamente';

export const initialCompanyValues = ({ company, cities }: CompanyFormFacts): CompanyValues => ({
  nombre: company?.nombre ?? '',
  zona: cityLabelOf(cities, company?.id_ciudad),
});

/** The call and its body; complete once `companyRefusals` finds nothing. */
function companyRequest(
  values: CompanyValues,
  { company, cities }: CompanyFormFacts,
): CompanyRequest {
  const draft = { nombre: values.nombre.trim(), zona: cityIdOf(cities, values.zona) };
  return company === null
    ? { path: '/crearEmpresa', body: draft as RequestOf<'/crearEmpresa'> }
    : {
        path: '/editarEmpresa',
        body: { ...draft, id_elemento: company.id } as RequestOf<'/editarEmpresa'>,
      };
}

export function companyRefusals(values: CompanyValues, facts: CompanyFormFacts): FailedGuard[] {
  const { path, body } = companyRequest(values, facts);
  const isNoCity = values.zona.trim() !== '' && body.zona === undefined;
  return [
    ...(isNoCity ? [{ guardia: 'zona', mensaje: cityMessage }] : []),
    ...refusalsOfSchema(calls[path].body, body),
  ];
}

export const companyKind = {
  refusals: companyRefusals,
  request: companyRequest,
  incomplete: fillAll,
  destination: { route: 'listarEmpresa' as const },
};

export const companyFormMachine = createRecordFormMachine<
  CompanyFormFacts,
  CompanyValues,
  CompanyRequest
>(companyKind);
