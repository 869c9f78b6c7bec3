import { supplierKeys } from '#machines/domain/document-keys.ts';
import { toPesos } from '#machines/domain/money.ts';
import { findInvoiceByCufe, isInvoiceUsed } from '../../repositories/invoice.repository.ts';
import { storeInScope } from '../../repositories/scope.repository.ts';
import { findSupplierByDocuments } from '../../repositories/supplier.repository.ts';
import type { Operation } from '../operation.ts';

/** /facturaDelCodigo: the imported invoice of a CUFE, and the supplier of it, or of the NIT of the code. */
export const codedInvoice: Operation<'/facturaDelCodigo'> = ({ id_tienda, cufe, nit }, context) =>
  context.read(async (trx) => {
    await storeInScope(trx, context.session, id_tienda);
    const invoice = cufe == null ? undefined : await findInvoiceByCufe(trx, cufe);
    const document = invoice?.nit ?? nit;
    const supplier =
      document == null ? undefined : await findSupplierByDocuments(trx, supplierKeys(document));
    return {
      factura:
        invoice === undefined
          ? null
          : {
              nit: invoice.nit,
              razon_social: invoice.razon_social,
              numero_factura: invoice.numero_normalizado,
              fecha: invoice.fecha,
              valor: toPesos(invoice.total),
              con_gasto: (await isInvoiceUsed(trx, invoice.url)) ? 1 : 0,
            },
      proveedor:
        supplier === undefined
          ? null
          : {
              id: supplier.id,
              num_doc: supplier.num_doc,
              digito: supplier.digito,
              nombre: supplier.nombre,
            },
    };
  });
