/** Calls, payloads and entities as the specification names them, verbatim (sections 3 and 7). */
import { describe, expect, test } from 'vitest';
import type * as yup from 'yup';
import { apiBase, type CallPath, calls, xsrfCookie, xsrfHeader } from '#contract/contract.ts';
import { payloads } from '#tests/kit/specification-payloads.ts';

/** Fields of an answer for each entity of section 3. */
const entities: [string, CallPath, string][] = [
  [
    'the session',
    '/auth/user',
    'status msg email cambiar_clave permisos nombre id_usuario tipoperfil_id tipoperfil_nombre',
  ],
  [
    'a user',
    '/obtenerUsuarioById',
    'id razon_social tipo tipo_doc num_doc digito email celular active_ tipo_perfil',
  ],
  ['a company', '/obtenerEmpresaById', 'id nombre ciudad id_ciudad active_'],
  [
    'a store',
    '/obtenerTiendaById',
    'id nombre direccion telefono email centro_costo centro_beneficio responsable responsables_adicionales gerente id_gerente supervisor id_supervisor formato_tienda id_formato base ciudad active_ base_formato tipo_formato disponible reembolso',
  ],
  [
    'a box',
    '/obtenerCaja',
    'id active consecutivo fecha total total_aprobado estado color tipo_usuario fecha_movimiento tienda id_ciudad_tienda id_tienda',
  ],
  [
    'an expense',
    '/detalleGasto',
    'fecha_gasto recibo valor valor_f concepto factura_elec numero_factura enlace_factura data_factura soporte estado item informe_novedad id_rechazo_supervisor obs_supervisor obs_mantenimiento obs_contabilidad obs_contabilidad_dos fecha_supervisor fecha_mantenimiento fecha_contabilidad fecha_contabilidad_dos reembolsar indicador tipo_persona id_proveedor proveedor categorias',
  ],
  [
    'a row of a history',
    '/historialCajas',
    'tienda consecutivo fecha total total_aprobado color estado tipo_usuario fecha_movimiento id_caja active',
  ],
  [
    'a pending box',
    '/cajasPendientesContabilidad',
    'tienda consecutivo fecha total color estado id',
  ],
  ['a shipping support', '/obtenerSoportes', 'empresa codigo_soporte'],
];

interface Described {
  fields?: Record<string, Described>;
  innerType?: Described;
}

/** The names of the fields of a schema, or of the rows of a list. */
function fieldsOf(schema: yup.Schema): string[] {
  const described = schema.describe() as Described;
  return Object.keys((described.innerType ?? described).fields ?? {});
}

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

describe('a call of the specification', () => {
  test('has the fixed path, and the fixed CSRF cookie and header', () => {
    expect([apiBase, xsrfCookie, xsrfHeader]).toEqual(['/api/v1', 'XSRF-TOKEN', 'X-XSRF-TOKEN']);
  });

  test.each(payloads)('%s accepts its payload fields', (path, fields) => {
    expect(fieldsOf(calls[path].body)).toEqual(expect.arrayContaining(['token', ...words(fields)]));
  });
});

describe('an entity of the specification', () => {
  test.each(entities)('%s has its fields in the answer of %s', (_, path, fields) => {
    expect(fieldsOf(calls[path].answer)).toEqual(expect.arrayContaining(words(fields)));
  });
});
