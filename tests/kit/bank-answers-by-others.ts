/**
 * Twenty answers of banks to one payment batch, written from what the banks hand out and without
 * reading the code that reads them. Every expectation is a person's, line by line.
 *
 * The batch: five stores of two holders, so that a bank, a value, a document and the last digits of
 * an account are each shared by several payments. `{A}` to `{E}` in a cell is our reference of that
 * payment and `{X}` that of another batch.
 */
export const paymentsOfTheBatch = {
  A: {
    banco: '1007',
    tipo: 'ahorros',
    cuenta: '03112345678',
    documento: 'NIT',
    numero: '900373923',
    valor: 141250,
  },
  B: {
    banco: '1051',
    tipo: 'ahorros',
    cuenta: '456700123456',
    documento: 'CC',
    numero: '1018464851',
    valor: 98765.5,
  },
  C: {
    banco: '1013',
    tipo: 'corriente',
    cuenta: '130123004567',
    documento: 'NIT',
    numero: '860069804',
    valor: 2350000,
  },
  D: {
    banco: '1001',
    tipo: 'ahorros',
    cuenta: '512340077',
    documento: 'NIT',
    numero: '900373923',
    valor: 75000,
  },
  E: {
    banco: '1001',
    tipo: 'ahorros',
    cuenta: '698210077',
    documento: 'NIT',
    numero: '900373923',
    valor: 75000,
  },
} as const;

/** A payment of another batch, with the value of A. */
export const paymentElsewhere = {
  banco: '1007',
  tipo: 'ahorros',
  cuenta: '03187654321',
  documento: 'CC',
  numero: '52123456',
  valor: 141250,
} as const;

export type PaymentKey = keyof typeof paymentsOfTheBatch;

export type ExpectedLine =
  | { readonly is: 'paid'; readonly payment: PaymentKey; readonly reference?: string }
  | { readonly is: 'refused'; readonly payment: PaymentKey; readonly reason: string }
  /** Nothing is confirmed and nothing proposed until a person answers. */
  | { readonly is: 'question' }
  /** A total or somebody else's payment: asked about or left out. */
  | { readonly is: 'foreign' };

const paid = (payment: PaymentKey, reference?: string): ExpectedLine =>
  reference === undefined ? { is: 'paid', payment } : { is: 'paid', payment, reference };
const refused = (payment: PaymentKey, reason: string): ExpectedLine => ({
  is: 'refused',
  payment,
  reason,
});
const question: ExpectedLine = { is: 'question' };
const foreign: ExpectedLine = { is: 'foreign' };

export type AnswerFile =
  | {
      readonly kind: 'csv';
      readonly encoding: 'utf8' | 'utf8-bom' | 'windows-1252';
      readonly text: string;
    }
  | { readonly kind: 'xlsx'; readonly rows: readonly (readonly (string | number | null)[])[] }
  /** The file that we wrote for the bank, as it came from the server. */
  | { readonly kind: 'own' };

export interface BankAnswerByOthers {
  readonly name: string;
  readonly file: AnswerFile;
  readonly columns: Partial<
    Record<
      'cuenta' | 'documento' | 'valor' | 'referencia' | 'estado' | 'motivo' | 'concepto',
      string
    >
  >;
  readonly success: readonly string[];
  readonly refusal: readonly string[];
  /** One entry for every row below the header that is not blank. */
  readonly lines: readonly ExpectedLine[];
}

const csv = (
  encoding: 'utf8' | 'utf8-bom' | 'windows-1252',
  ...lines: readonly string[]
): AnswerFile => ({
  kind: 'csv',
  encoding,
  text: `${lines.join('\r\n')}\r\n`,
});

const tabs = (...cells: readonly string[]) => cells.join('\t');

export const bankAnswersByOthers: readonly BankAnswerByOthers[] = [
  {
    name: 'Bancolombia, lote de pagos, punto y coma, UTF-8 con BOM',
    file: csv(
      'utf8-bom',
      'Tipo de identificación;Número de identificación;Nombre del beneficiario;Entidad;Tipo de producto;Número de cuenta;Valor;Comprobante;Estado;Motivo de rechazo',
      'NIT;900373923;TIENDAS DEL VALLE SAS;BANCOLOMBIA;Ahorros;03112345678;141.250,00;TRX0001;PAGADO;',
      'CC;1018464851;ANA MARIA PEÑA;BANCO DAVIVIENDA;Ahorros;456700123456;98.765,50;TRX0002;PAGADO;',
      'NIT;860069804;COMERCIAL DEL NORTE;BBVA COLOMBIA;Corriente;130123004567;2.350.000,00;TRX0003;RECHAZADO;Cuenta cancelada',
    ),
    columns: {
      cuenta: 'Número de cuenta',
      documento: 'Número de identificación',
      valor: 'Valor',
      referencia: 'Comprobante',
      estado: 'Estado',
      motivo: 'Motivo de rechazo',
    },
    success: ['PAGADO'],
    refusal: ['RECHAZADO'],
    lines: [paid('A', 'TRX0001'), paid('B', 'TRX0002'), refused('C', 'Cuenta cancelada')],
  },
  {
    name: 'Bancolombia, Excel con títulos sobre el encabezado y el éxito dentro del rechazo',
    file: {
      kind: 'xlsx',
      rows: [
        ['Sucursal Virtual Negocios'],
        ['Detalle de pagos del lote', null, null, 'Fecha de consulta: 26/11/2026'],
        [],
        [
          'Beneficiario',
          'Documento',
          'Cuenta destino',
          'Valor pagado',
          'Estado del pago',
          'Descripción',
          'Código de pago',
        ],
        ['TIENDAS DEL VALLE SAS', '900373923', '03112345678', 141250, 'Exitosa', null, 'P-91'],
        ['ANA MARIA PEÑA', '1018464851', '456700123456', 98765.5, 'Exitosa', null, 'P-92'],
        [
          'COMERCIAL DEL NORTE',
          '860069804',
          '130123004567',
          2350000,
          'No exitosa',
          'Cuenta bloqueada',
          'P-93',
        ],
      ],
    },
    columns: {
      cuenta: 'Cuenta destino',
      documento: 'Documento',
      valor: 'Valor pagado',
      referencia: 'Código de pago',
      estado: 'Estado del pago',
      motivo: 'Descripción',
    },
    success: ['Exitosa'],
    refusal: ['No exitosa'],
    lines: [paid('A', 'P-91'), paid('B', 'P-92'), refused('C', 'Cuenta bloqueada')],
  },
  {
    name: 'Davivienda, tabuladores, windows-1252, pesos y una observación en lo pagado',
    file: csv(
      'windows-1252',
      tabs(
        'Nro. Identificación',
        'Nombre',
        'Cuenta',
        'Monto',
        'Estado Transacción',
        'Descripción',
        'Nro. autorización',
      ),
      tabs(
        '900.373.923-8',
        'TIENDAS DEL VALLE',
        '03112345678',
        '$ 141.250,00',
        'Pago exitoso',
        'Transacción realizada',
        '778001',
      ),
      tabs(
        '1.018.464.851',
        'ANA MARÍA PEÑA',
        '456700123456',
        '$ 98.765,50',
        'Pago exitoso',
        'Transacción realizada',
        '778002',
      ),
      tabs(
        '900.373.923-8',
        'TIENDAS DEL VALLE',
        '512340077',
        '$ 75.000,00',
        'Pago rechazado',
        'Identificación no coincide',
        '778003',
      ),
    ),
    columns: {
      cuenta: 'Cuenta',
      documento: 'Nro. Identificación',
      valor: 'Monto',
      referencia: 'Nro. autorización',
      estado: 'Estado Transacción',
      motivo: 'Descripción',
    },
    success: ['Pago exitoso'],
    refusal: ['Pago rechazado'],
    lines: [paid('A', '778001'), paid('B', '778002'), refused('D', 'Identificación no coincide')],
  },
  {
    name: 'Davivienda, Excel cuya primera columna es el valor de la comisión',
    file: {
      kind: 'xlsx',
      rows: [
        [
          'Valor comisión',
          'Valor',
          'Cuenta origen',
          'Cuenta',
          'Identificación',
          'Referencia',
          'Estado',
          'Motivo',
        ],
        [75000, 141250, '008900112233', '03112345678', '900373923', 'DV-1', 'Aplicado', null],
        [2900, 2350000, '008900112233', '130123004567', '860069804', 'DV-2', 'Aplicado', null],
        [
          141250,
          75000,
          '008900112233',
          '698210077',
          '900373923',
          'DV-3',
          'Devuelto',
          'Cuenta inactiva',
        ],
      ],
    },
    columns: {
      cuenta: 'Cuenta',
      documento: 'Identificación',
      valor: 'Valor',
      referencia: 'Referencia',
      estado: 'Estado',
      motivo: 'Motivo',
    },
    success: ['Aplicado'],
    refusal: ['Devuelto'],
    lines: [paid('A', 'DV-1'), paid('C', 'DV-2'), refused('E', 'Cuenta inactiva')],
  },
  {
    name: 'BBVA Net Cash, punto y coma, windows-1252, coma de miles y punto decimal',
    file: csv(
      'windows-1252',
      'REFERENCIA BBVA;CUENTA ABONO;NIT/CÉDULA;TITULAR;IMPORTE;SITUACIÓN;CAUSAL DEVOLUCIÓN',
      'BB0101;03112345678;9003739238;TIENDAS DEL VALLE;141,250.00;ABONADA;',
      'BB0102;456700123456;1018464851;ANA MARÍA PEÑA;98,765.50;ABONADA;',
      'BB0103;130123004567;8600698042;COMERCIAL DEL NORTE;2,350,000.00;DEVUELTO;CUENTA EMBARGADA',
    ),
    columns: {
      cuenta: 'CUENTA ABONO',
      documento: 'NIT/CÉDULA',
      valor: 'IMPORTE',
      referencia: 'REFERENCIA BBVA',
      estado: 'SITUACIÓN',
      motivo: 'CAUSAL DEVOLUCIÓN',
    },
    success: ['ABONADA'],
    refusal: ['DEVUELTO'],
    lines: [paid('A', 'BB0101'), paid('B', 'BB0102'), refused('C', 'CUENTA EMBARGADA')],
  },
  {
    name: 'BBVA, comas, cuentas enmascaradas; dos pagos que terminan igual',
    file: csv(
      'utf8',
      'Identificación,Cuenta beneficiario,Importe,No. operación,Estado,Observaciones',
      '900373923,*******5678,"141,250.00",5001,Abonado,',
      '1018464851,********3456,"98,765.50",5002,Abonado,',
      '900373923,*****0077,"75,000.00",5003,Abonado,',
      '900373923,*****0077,"75,000.00",5004,Rechazado,Cuenta saldada',
    ),
    columns: {
      cuenta: 'Cuenta beneficiario',
      documento: 'Identificación',
      valor: 'Importe',
      referencia: 'No. operación',
      estado: 'Estado',
      motivo: 'Observaciones',
    },
    success: ['Abonado'],
    refusal: ['Rechazado'],
    lines: [paid('A'), paid('B'), question, question],
  },
  {
    name: 'Banco de Bogotá, barras verticales y códigos de respuesta',
    file: csv(
      'windows-1252',
      'NIT BENEFICIARIO|NOMBRE|CUENTA|VALOR|SECUENCIA|CÓD. RESPUESTA|DESCRIPCIÓN',
      '900.373.923-8|TIENDAS DEL VALLE|512340077|75000.00|000017|00|',
      '900.373.923-8|TIENDAS DEL VALLE|698210077|75000.00|000018|R03|CUENTA INEXISTENTE',
      '1018464851|ANA MARIA PEÑA|456700123456|98765.50|000019|00|',
      '860.069.804-2|COMERCIAL DEL NORTE|130123004567|2350000.00|000020|R17|IDENTIFICACIÓN NO COINCIDE',
    ),
    columns: {
      cuenta: 'CUENTA',
      documento: 'NIT BENEFICIARIO',
      valor: 'VALOR',
      referencia: 'SECUENCIA',
      estado: 'CÓD. RESPUESTA',
      motivo: 'DESCRIPCIÓN',
    },
    success: ['00'],
    refusal: ['R03'],
    // R17 was not among the words of the person who made the mapping.
    lines: [paid('D'), refused('E', 'CUENTA INEXISTENTE'), paid('B'), question],
  },
  {
    name: 'Banco de Bogotá, Excel con filas vacías, totales y un pie al final',
    file: {
      kind: 'xlsx',
      rows: [
        ['BANCO DE BOGOTÁ'],
        ['Reporte de dispersión de fondos'],
        [
          'Identificación',
          'Nombre',
          'Producto',
          'Monto',
          'Nro. transacción',
          'Resultado',
          'Causal',
        ],
        ['900373923', 'TIENDAS DEL VALLE', '03112345678', 141250, 88121, 'APLICADA', null],
        ['900373923', 'TIENDAS DEL VALLE', '512340077', 75000, 88122, 'APLICADA', null],
        [
          '900373923',
          'TIENDAS DEL VALLE',
          '698210077',
          75000,
          88123,
          'NO APLICADA',
          'Cuenta no existe',
        ],
        [],
        ['TOTAL', null, '2', 216250, null, 'APLICADA', null],
        ['TOTAL', null, '1', 75000, null, 'NO APLICADA', null],
        [],
        ['Generado por el portal empresarial'],
      ],
    },
    columns: {
      cuenta: 'Producto',
      documento: 'Identificación',
      valor: 'Monto',
      referencia: 'Nro. transacción',
      estado: 'Resultado',
      motivo: 'Causal',
    },
    success: ['APLICADA'],
    refusal: ['NO APLICADA'],
    lines: [paid('A'), paid('D'), refused('E', 'Cuenta no existe'), foreign, foreign, foreign],
  },
  {
    name: 'Occidente, comas, nombres y motivos con separadores dentro de comillas',
    file: csv(
      'utf8',
      '"Nombre","Documento","Cuenta","Valor","Número de documento","Estado","Motivo"',
      '"VALLE, TIENDAS DEL; ""LA 14"" S.A.S.","900373923-8","03112345678","$ 141.250","OCC,1","Procesado",""',
      '"PEÑA, ANA MARIA","1018464851","456700123456","$ 98.765,50","OCC,2","Procesado",""',
      '"COMERCIAL\tDEL NORTE | LTDA","860069804-2","130123004567","$ 2.350.000","OCC,3","Rechazado","Cuenta errada, verificar; tipo de cuenta"',
    ),
    columns: {
      cuenta: 'Cuenta',
      documento: 'Documento',
      valor: 'Valor',
      referencia: 'Número de documento',
      estado: 'Estado',
      motivo: 'Motivo',
    },
    success: ['Procesado'],
    refusal: ['Rechazado'],
    lines: [
      paid('A', 'OCC,1'),
      paid('B', 'OCC,2'),
      refused('C', 'Cuenta errada, verificar; tipo de cuenta'),
    ],
  },
  {
    name: 'AV Villas, el motivo dentro del estado, sin columna de motivo',
    file: csv(
      'utf8-bom',
      tabs('IDENTIFICACION', 'CUENTA', 'VALOR', 'CONSECUTIVO', 'ESTADO'),
      tabs('900373923', '03112345678', '141250', '1', 'Pagada'),
      tabs('1018464851', '456700123456', '98765,50', '2', 'Pagada'),
      tabs('860069804', '130123004567', '2350000', '3', 'Rechazada - cuenta inexistente'),
    ),
    columns: {
      cuenta: 'CUENTA',
      documento: 'IDENTIFICACION',
      valor: 'VALOR',
      referencia: 'CONSECUTIVO',
      estado: 'ESTADO',
    },
    success: ['Pagada'],
    refusal: ['Rechazada - cuenta inexistente'],
    lines: [paid('A'), paid('B'), refused('C', 'Rechazada - cuenta inexistente')],
  },
  {
    name: 'AV Villas, extracto de lo cargado, sin columna de estado',
    file: csv(
      'utf8',
      'Cuenta;Identificación;Valor;Comprobante',
      '03112345678;900373923;141.250,00;4401',
      '456700123456;1018464851;98.765,50;4402',
      '130123004567;860069804;2.350.000,00;4403',
    ),
    columns: {
      cuenta: 'Cuenta',
      documento: 'Identificación',
      valor: 'Valor',
      referencia: 'Comprobante',
    },
    success: ['PAGADO'],
    refusal: ['RECHAZADO'],
    lines: [question, question, question],
  },
  {
    name: 'Caja Social, estados que todavía no dicen nada',
    file: csv(
      'windows-1252',
      'Número de producto;Identificación;Valor transacción;Referencia;Estado de la transacción;Causal',
      '03112345678;900373923;141.250,00;CS1;EN PROCESO;',
      '456700123456;1018464851;98.765,50;CS2;PAGADO;',
      '130123004567;860069804;2.350.000,00;CS3;PAGADO PARCIAL;',
      '512340077;900373923;75.000,00;CS4;;',
      '698210077;900373923;75.000,00;CS5;NO PAGADO;Fondos insuficientes',
    ),
    columns: {
      cuenta: 'Número de producto',
      documento: 'Identificación',
      valor: 'Valor transacción',
      referencia: 'Referencia',
      estado: 'Estado de la transacción',
      motivo: 'Causal',
    },
    success: ['PAGADO'],
    refusal: ['RECHAZADO'],
    lines: [question, paid('B', 'CS2'), question, question, question],
  },
  {
    name: 'Itaú, líneas repetidas y una misma operación pagada y devuelta',
    file: csv(
      'utf8',
      'Cuenta;Documento;Valor;Ref. Itaú;Estado;Motivo',
      '03112345678;900373923;141250,00;IT-1;PAGADO;',
      '03112345678;900373923;141250,00;IT-1;PAGADO;',
      '456700123456;1018464851;98765,50;IT-2;PAGADO;',
      '130123004567;860069804;2350000,00;IT-3;PAGADO;',
      ';;2350000,00;IT-3;DEVUELTO;Cuenta cerrada',
    ),
    columns: {
      cuenta: 'Cuenta',
      documento: 'Documento',
      valor: 'Valor',
      referencia: 'Ref. Itaú',
      estado: 'Estado',
      motivo: 'Motivo',
    },
    success: ['PAGADO'],
    refusal: ['DEVUELTO'],
    // A payment that the bank names twice may have been paid twice: a person looks first.
    lines: [question, question, paid('B', 'IT-2'), question, question],
  },
  {
    name: 'Itaú, un valor por centavos, otro por cien, otro con documento ajeno',
    file: {
      kind: 'xlsx',
      rows: [
        ['Cuenta', 'Documento', 'Valor', 'Ref.', 'Estado', 'Motivo'],
        ['03112345678', '900373923', 141250, 'I-1', 'PAGADO', null],
        ['456700123456', '1018464851', 98765.51, 'I-2', 'PAGADO', null],
        ['130123004567', '860069804', 235000000, 'I-3', 'PAGADO', null],
        ['512340077', '860069804', 75000, 'I-4', 'PAGADO', null],
        ['698210078', '900373923', 75000, 'I-5', 'PAGADO', null],
      ],
    },
    columns: {
      cuenta: 'Cuenta',
      documento: 'Documento',
      valor: 'Valor',
      referencia: 'Ref.',
      estado: 'Estado',
      motivo: 'Motivo',
    },
    success: ['PAGADO'],
    refusal: ['RECHAZADO'],
    lines: [paid('A'), question, question, question, question],
  },
  {
    name: 'Colpatria, pagos de otro lote y de otros en el mismo archivo',
    file: csv(
      'utf8-bom',
      'CUENTA DESTINO;ID DESTINO;VALOR;CONCEPTO;No. PAGO;ESTADO',
      '03112345678;900373923;141,250.00;{A};301;APLICADA',
      '03187654321;52123456;141,250.00;{X};302;APLICADA',
      '99900011122;800197268;500,000.00;ARRIENDO LOCAL 4;303;APLICADA',
      '456700123456;1018464851;98,765.50;PAGO {B} TIENDA 2;304;APLICADA',
      '130123004567;860069804;2,350,000.00;GIRO99999;305;APLICADA',
      '512340077;900373923;75,000.00;Pago {X};306;APLICADA',
    ),
    columns: {
      cuenta: 'CUENTA DESTINO',
      documento: 'ID DESTINO',
      valor: 'VALOR',
      referencia: 'No. PAGO',
      concepto: 'CONCEPTO',
      estado: 'ESTADO',
    },
    success: ['APLICADA'],
    refusal: ['RECHAZADA'],
    // The last two go to accounts of the batch, for other boxes than those of the batch.
    lines: [paid('A', '301'), foreign, foreign, paid('B', '304'), question, question],
  },
  {
    name: 'Banco Popular, palabra de éxito con un rechazo en otra columna',
    file: csv(
      'utf8',
      'Cuenta;Documento;Valor;Referencia;Estado;Motivo;Concepto;Respuesta',
      '03112345678;900373923;141250;PO1;PAGADO;CUENTA SALDADA;{A};',
      '456700123456;1018464851;98765.50;PO2;PAGADO;R16;{B};',
      '130123004567;860069804;2350000;PO3;PAGADO;Transacción sin novedad;{C};00',
      '512340077;900373923;75000;PO4;PAGADO;;{E};00',
      '698210077;900373923;75000;PO5;PAGADO;;{E};DEVOLUCION',
    ),
    columns: {
      cuenta: 'Cuenta',
      documento: 'Documento',
      valor: 'Valor',
      referencia: 'Referencia',
      estado: 'Estado',
      motivo: 'Motivo',
      concepto: 'Concepto',
    },
    success: ['PAGADO'],
    refusal: ['RECHAZADO', 'DEVOLUCIÓN'],
    // The line of the account of D bears the reference of E.
    lines: [question, question, paid('C', 'PO3'), question, question],
  },
  {
    name: 'Nuestro propio archivo devuelto como respuesta',
    file: { kind: 'own' },
    // The only column of words is the kind of the account, which a person takes for the state.
    columns: {
      cuenta: 'cuenta',
      documento: 'documento',
      valor: 'valor',
      referencia: 'referencia',
      estado: 'tipo_cuenta',
    },
    success: ['ahorros'],
    refusal: ['corriente'],
    lines: [question, question, question, question, question],
  },
  {
    name: 'Banco Agrario, otras mayúsculas y tildes que las del formato',
    file: csv(
      'utf8',
      'NUMERO DE CUENTA;IDENTIFICACION;VALOR DEL PAGO;TRANSACCION;SITUACION;MOTIVO DE DEVOLUCION',
      '03112345678;900373923;141.250;BA1;acreditación éxitosa;',
      '456700123456;1018464851;98.765,50;BA2;Acreditacion Exitosa;',
      '130123004567;860069804;2.350.000;BA3;DEVOLUCION;Cuenta inválida',
    ),
    columns: {
      cuenta: 'Número de cuenta',
      documento: 'Identificación',
      valor: 'Valor del pago',
      referencia: 'Transacción',
      estado: 'Situación',
      motivo: 'Motivo de devolución',
    },
    success: ['ACREDITACIÓN EXITOSA'],
    refusal: ['Devolución'],
    lines: [paid('A'), paid('B'), refused('C', 'Cuenta inválida')],
  },
  {
    name: 'Banco Falabella, reversos con valor negativo y entre paréntesis',
    file: csv(
      'windows-1252',
      'Cuenta;Documento;Valor;Operación;Estado;Descripción',
      '03112345678;900373923;141.250,00;F1;PAGADO;',
      '03112345678;900373923;-141.250,00;F2;PAGADO;Reverso',
      '456700123456;1018464851;98.765,50;F3;PAGADO;',
      '130123004567;860069804;-2.350.000,00;F4;PAGADO;',
      '512340077;900373923;(75.000,00);F5;PAGADO;',
    ),
    columns: {
      cuenta: 'Cuenta',
      documento: 'Documento',
      valor: 'Valor',
      referencia: 'Operación',
      estado: 'Estado',
      motivo: 'Descripción',
    },
    success: ['PAGADO'],
    refusal: ['RECHAZADO'],
    lines: [question, question, paid('B'), question, question],
  },
  {
    name: 'Coopcentral, Excel guardado con las cuentas como números; dos pagos por su concepto',
    file: {
      kind: 'xlsx',
      rows: [
        ['Cuenta', 'Documento', 'Valor', 'Concepto', 'Ref', 'Estado', 'Motivo'],
        [3112345678, 900373923, 141250, '{A}', 4701, 'Exitoso', null],
        [456700123456, 1018464851, '98765.50', '{B}', 4702, 'Exitoso', null],
        ['1.30123E+11', 860069804, 2350000, null, 4703, 'Exitoso', null],
        ['512340077', 900373923, '75.000', '{D}', 4704, 'Exitoso', null],
        ['698-210077', 900373923, '75.000', '{E}', 4705, 'Fallido', 'Cuenta no habilitada'],
      ],
    },
    columns: {
      cuenta: 'Cuenta',
      documento: 'Documento',
      valor: 'Valor',
      concepto: 'Concepto',
      referencia: 'Ref',
      estado: 'Estado',
      motivo: 'Motivo',
    },
    success: ['Exitoso'],
    refusal: ['Fallido'],
    lines: [
      paid('A', '4701'),
      paid('B', '4702'),
      question,
      paid('D', '4704'),
      refused('E', 'Cuenta no habilitada'),
    ],
  },
];
