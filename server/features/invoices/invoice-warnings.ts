/** Warnings about an imported invoice that could not be verified, wherever it is shown. */
import type { Row } from '../../platform/database/schema.ts';
import type { CufeCheck } from './xml/cufe.ts';
import type { SignatureCheck } from './xml/signature.ts';

const unverified = 'La firma de esta factura no se pudo verificar';

const signatureSentences: Record<SignatureCheck, string> = {
  verificada: '',
  sin_firma: `${unverified}: el XML no trae ninguna.`,
  no_verificada: `${unverified}: no corresponde al contenido o al certificado que trae. Pida el XML original al proveedor.`,
  sin_comprobar: `${unverified}: el archivo es demasiado grande. Si trae varias facturas, cárguelas por separado.`,
};

const cufeSentences: Record<CufeCheck, string> = {
  verificado: '',
  no_comprobable: '',
  no_coincide: 'El CUFE no corresponde a los datos de la factura.',
};

/** @returns '' when there is nothing to say; an invoice without a file was not imported, and says nothing */
export function invoiceWarning({
  firma,
  cufe_comprobado,
  xml_sha256,
}: Pick<Row<'factura_electronica'>, 'firma' | 'cufe_comprobado' | 'xml_sha256'>): string {
  if (xml_sha256 === null) return '';
  const signature =
    firma === null ? `${unverified}: impórtela de nuevo.` : signatureSentences[firma];
  const cufe = cufe_comprobado === null ? '' : cufeSentences[cufe_comprobado];
  return [signature, cufe].filter((sentence) => sentence !== '').join(' ');
}
