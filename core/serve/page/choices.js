// What a question offers, and where on the board it lies: that is what is lit.

const FEW = 7;

export class Choices {
  byUnit = new Map();
  bySpace = new Map();
  // Options that lie nowhere on the map: words, numbers, units that wait.
  rest = [];

  constructor(asked, isOnMap) {
    this.asked = asked;
    this.options = asked?.options ?? [];
    // Places of a table: of them there are too many to be options.
    this.places = asked?.places ?? null;
    this.options.forEach((option, at) => this.#place(option, at, isOnMap));
  }

  #place(option, at, isOnMap) {
    const goal = goalOf(option);
    if (option.unit !== undefined && isOnMap(option.unit)) this.byUnit.set(option.unit, at);
    else if (goal !== undefined) this.bySpace.set(goal, [...(this.bySpace.get(goal) ?? []), at]);
    else this.rest.push(at);
  }

  // Units that wait off the map.
  get waiting() {
    return this.rest.filter((at) => this.options[at].unit !== undefined);
  }

  // Words and numbers, so few that each gets a button beside the prompt.
  get words() {
    const isPlain = (at) => this.options[at].unit === undefined && !this.options[at].path;
    return this.rest.length <= FEW && this.rest.every(isPlain) ? this.rest : [];
  }

  get isEmpty() {
    return this.options.length === 0 && !this.places;
  }

  // The spaces of a question: those on offer, and those whose units are.
  spaces() {
    const ofUnits = [...this.byUnit.values()].map((at) => this.options[at].space);
    return [...new Set([...this.bySpace.keys(), ...ofUnits.filter(Boolean)])];
  }

  // Of the ways to a goal the one that shares most spaces with the one dragged along.
  closestPath(goal, dragged) {
    const shared = (at) => (this.options[at].path ?? []).filter((space) => dragged.includes(space)).length;
    const length = (at) => (this.options[at].path ?? []).length;
    return [...(this.bySpace.get(goal) ?? [])].sort((a, b) => shared(b) - shared(a) || length(a) - length(b))[0];
  }
}

// Where a space or the end of a way lies.
function goalOf(option) {
  return option.path ? option.path.at(-1) : option.unit === undefined ? option.space : undefined;
}
