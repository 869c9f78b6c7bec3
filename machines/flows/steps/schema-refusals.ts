/** Failed rules of a schema of the contract as those of the state machine: one sentence a field. */
import type { FailedGuard } from '#machines/domain/explain.ts';

/** A body of the contract. */
interface BodySchema {
  validateSync(body: object, options: { abortEarly: boolean }): unknown;
}

interface Failed {
  inner: { path?: string; message: string }[];
  path?: string;
  message: string;
}

const isFailed = (error: unknown): error is Failed =>
  error instanceof Error && 'inner' in error && Array.isArray(error.inner);

export function refusalsOfSchema(schema: BodySchema, body: object): FailedGuard[] {
  try {
    schema.validateSync({ ...body, token: '-' }, { abortEarly: false });
    return [];
  } catch (error) {
    if (!isFailed(error)) throw error;
    const failures = error.inner.length === 0 ? [error] : error.inner;
    const seen = new Set<string>();
    return failures.flatMap(({ path = '', message }) => {
      if (seen.has(path)) return [];
      seen.add(path);
      return [{ guardia: path, mensaje: message }];
    });
  }
}
