import { expect, test } from 'vitest';
import { type InvoiceCode, readInvoiceCode } from '#machines/domain/invoice/scanned-codes.ts';

const cufe = '0f'.repeat(48);
const url = `https://catalogo-vpfe.dian.gov.co/document/searchqr?documentkey=${cufe}`;
const whole: InvoiceCode = {
  numero: 'SETP990000002',
  fecha: '2026-11-03',
  nit: '900373923',
  valor: 14_875.5,
  cufe,
};
const nothing: InvoiceCode = { numero: null, fecha: null, nit: null, valor: null, cufe: null };

test.each<[string, string, InvoiceCode]>([
  [
    'lines, as the annex of the DIAN has them',
    `NumFac: SETP990000002\nFecFac: 2026-11-03\nHorFac: 10:53:10-05:00\nNitFac: 900373923\nDocAdq: 800197268\nValFac: 12500.42\nValIva: 2375.08\nValOtroIm: 0.00\nValTolFac: 14875.50\nCUFE: ${cufe}\nQRCode: ${url}`,
    whole,
  ],
  [
    'equal signs in one line, without a total',
    `NumFac=SETP990000002 FecFac=20261103 HorFac=105310 NitFac=900373923 DocAdq=800197268 ValFac=12500.42 ValIva=2375.08 ValOtroIm=0.00 CUFE=${cufe}`,
    whole,
  ],
  [
    'nothing between the fields, capitals of the program',
    `NUMFAC:SETP-990000002FECFAC:2026-11-03HORFAC:10:53:10-05:00NITFAC:900373923-8DOCADQ:800197268VALFAC:12500.42VALIVA:2375.08VALOTROIM:0.00VALTOLFAC:14875.50CUFE:${cufe.toUpperCase()}QRCODE:${url}`,
    whole,
  ],
  [
    'Windows lines, amounts of es-CO, the check digit as a tenth digit, a day of es-CO',
    `NumFac: SETP990000002\r\nFecFac: 03/11/2026\r\nNitFac: 9003739238\r\nValFac: 12.500,42\r\nValTolFac: 14.875,50\r\nCUFE: ${cufe}`,
    whole,
  ],
  [
    'amounts with commas between thousands, a time behind the date',
    `NumFac : SETP990000002|FecFac : 2026-11-03 10:53:10|NitFac : 900.373.923-8|ValTotFac : 14,875.50|CUFE : ${cufe}`,
    whole,
  ],
  [
    'whole words, as some programs write them',
    `NroFactura=SETP990000002 NitFacturador=900373923 NitAdquiriente=800197268 FechaFactura=2026-11-03 ValorTotalFactura=14875.50 CUFE=${cufe}`,
    whole,
  ],
  ['the address of the DIAN', url, { ...nothing, cufe }],
  [
    'its other address',
    `https://catalogo-vpfe.dian.gov.co/User/SearchDocument?DocumentKey=${cufe.toUpperCase()}&x=1`,
    { ...nothing, cufe },
  ],
  ['a CUFE', cufe, { ...nothing, cufe }],
  [
    'a CUFE over two lines of paper',
    ` ${cufe.slice(0, 50)} \n${cufe.slice(50)}`,
    { ...nothing, cufe },
  ],
  [
    'no CUFE, of before the validation',
    'NumFac: A-12 FecFac: 2026-02-31 NitFac: 900373923 ValFac: mucho',
    { ...nothing, numero: 'A12', nit: '900373923' },
  ],
])('%s', (_, text, code) => expect(readInvoiceCode(text)).toEqual(code));

test.each([
  '',
  'https://wa.me/573001234567',
  'WIFI:S:Tienda;T:WPA;P:secreta;;',
  cufe.slice(1),
  `${cufe}0`,
  'NumFac: 12',
  'NitFac: 900373923',
])('%j is not an invoice code', (text) => expect(readInvoiceCode(text)).toBeNull());
