/** The choices in a declaration of attacks. */
import type { Action, AttackForecast } from '../lib/desk';

type Choice = AttackForecast['choices'][number];

/** The orders that the chosen options make. */
export function chosen(choices: Choice[]): Action[] {
  return choices.flatMap((choice) => {
    const option = choice.options.find((option) => option.chosen);
    return option && option.order !== null ? [option.order] : [];
  });
}

/** The orders after another option of a choice was picked. Choices that no longer exist are dropped by the engine. */
export function choose(choices: Choice[], which: number, option: number): Action[] {
  return chosen(
    choices.map((choice, index) =>
      index === which
        ? { ...choice, options: choice.options.map((one, at) => ({ ...one, chosen: at === option })) }
        : choice,
    ),
  );
}

/** The choice that a click on a unit means, and the option that comes next there; null if the unit has none. */
export function nextFor(choices: Choice[], space: string): { which: number; option: number } | null {
  const which = choices.findIndex((choice) => choice.unit === space && choice.options.length > 1);
  if (which < 0) return null;
  const choice = choices[which] as Choice;
  const now = choice.options.findIndex((option) => option.chosen);
  return { which, option: (now + 1) % choice.options.length };
}
