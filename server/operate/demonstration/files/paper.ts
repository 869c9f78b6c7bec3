/** Text of the receipt of one purchase. Amounts in centavos. */
export interface Paper {
  supplier: { nombre: string; num_doc: string; digito: string; direccion: string; ciudad: string };
  /** Number of the receipt or invoice. */
  numero: string;
  /** 'yyyy-MM-dd'. */
  fecha: string;
  hora: string;
  items: readonly { texto: string; valor: number }[];
  total: number;
  cliente: string;
}
