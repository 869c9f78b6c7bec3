import { answered, type Result } from '#machines/flows/result.ts';

type Answers<Results extends readonly Result<unknown>[]> = {
  -readonly [Index in keyof Results]: Results[Index] extends Result<infer Answer> ? Answer : never;
};

/** The answers of several calls, or the first refusal among them. */
export async function allAnswered<const Results extends readonly Result<unknown>[]>(
  ...calls: { [Index in keyof Results]: Promise<Results[Index]> }
): Promise<Result<Answers<Results>>> {
  const results: readonly Result<unknown>[] = await Promise.all(calls);
  const refused = results.find((result) => !result.ok);
  if (refused !== undefined && !refused.ok) return refused;
  return answered(results.map((result) => result.ok && result.answer) as Answers<Results>);
}
