/** Purchases from persons who do not invoice. */
import { must, record, type Scene } from './box-scene.ts';

let documents = 62_000_000;

/** A new supplier with an identity card, which does not invoice. */
export async function personSupplier(
  { browsers }: Scene,
  changes: object = {},
): Promise<{ id: number; num_doc: string }> {
  documents += 13;
  const num_doc = String(documents);
  const [saved] = await must(browsers[6], '/guardarProveedor', {
    tipo_doc: 'CC',
    num_doc,
    nombres: 'Luz Dary',
    apellidos: `Pabón ${num_doc}`,
    ocasional: 0,
    bloqueado: 0,
    ...changes,
  });
  return { id: saved?.id_elemento ?? 0, num_doc };
}

/** @returns the supplier of a purchase that waits for its document */
export async function boughtFromPerson(scene: Scene): Promise<number> {
  const { id } = await personSupplier(scene);
  await record(scene, { id_proveedor: id });
  return id;
}
