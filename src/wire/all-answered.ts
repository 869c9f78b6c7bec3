import { type Result, answered } from '#machines/flows/steps/result.ts';

/** The answers of several calls by their names, or the first refusal among them. */
export async function allAnswered<Answers extends object>(
  calls: {
    [Name in keyof Answers]: Promise<Result<Answers[Name]>>;
  },
): Promise<Result<Answers>> {
  const named = Object.entries<Promise<Result<unknown>>>(calls).map(
    async ([name, call]) => [name, await call] as const,
  );
  const results = await Promise.all(named);
  const answers: [string, unknown][] = [];
  for (const [name, result] of results) {
    if (!result.ok) return result;
    answers.push([name, result.answer]);
  }
  return answered(Object.fromEntries(answers) as Answers);
}
