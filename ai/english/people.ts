// English of people: titles, and what relatives are called.

export const TITLES: Readonly<Record<string, string>> = {
  dr: 'dr',
  doctor: 'dr',
  prof: 'prof',
  professor: 'prof',
  mr: 'mr',
  mister: 'mr',
  mrs: 'mrs',
  ms: 'ms',
  miss: 'ms',
  sgt: 'sgt',
  sergeant: 'sgt',
};
export const FAMILY: Readonly<Record<string, string>> = {
  mum: 'mother',
  mom: 'mother',
  mummy: 'mother',
  dad: 'father',
  daddy: 'father',
  bro: 'brother',
  sis: 'sister',
  gran: 'grandmother',
  granny: 'grandmother',
  grandma: 'grandmother',
  grandpa: 'grandfather',
  grandad: 'grandfather',
};
