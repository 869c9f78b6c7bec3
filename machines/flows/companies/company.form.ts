/** The form of a shipping company: its values, its rules and the call that saves it. */
import { fillAll } from '#contract/fields.ts';
import type { AnswerOf } from '#contract/contract.ts';
import {
  type CityChoice,
  type RequestTo,
  cityIdOf,
  cityLabelOf,
  cityMessage,
  createRecordFormMachine,
  unparsableRefusals,
  recordKind,
} from '../records/record-form.machine.ts';

export interface CompanyFormFacts {
  /** Null for a new one. */
  company: AnswerOf<'/obtenerEmpresaById'> | null;
  cities: readonly CityChoice[];
}

type CompanyPath = '/crearEmpresa' | '/editarEmpresa';

/** Title above a form that the server refused. */
export const companyRefusedMessage = 'Existen errores, por favor corregir y enviar nuevamente';

/** `ciudades`, NACIONAL: most shipping companies serve the whole country. */
const nationalCity = 1146;

export const initialCompanyValues = ({ company, cities }: CompanyFormFacts) => ({
  nombre: company?.nombre ?? '',
  /** The city by its label. */
  zona: cityLabelOf(cities, company === null ? nationalCity : company.id_ciudad),
});

type CompanyValues = ReturnType<typeof initialCompanyValues>;

export const companyKind = recordKind<CompanyFormFacts, CompanyValues, CompanyPath>({
  draft: 'empresa',
  request: ({ nombre, zona }, { company, cities }) => {
    const body = { nombre: nombre.trim(), zona: cityIdOf(cities, zona) };
    return (
      company === null
        ? { path: '/crearEmpresa', body }
        : { path: '/editarEmpresa', body: { ...body, id_elemento: company.id } }
    ) as RequestTo<CompanyPath>;
  },
  rules: ({ zona }, _, body) => unparsableRefusals('zona', zona, body.zona, cityMessage),
  incomplete: fillAll,
  destination: { route: 'listarEmpresa' },
});

export const companyFormMachine = createRecordFormMachine(companyKind);
