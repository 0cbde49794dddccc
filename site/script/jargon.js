// What people of the field say: words that tell nothing of a fault, and words that mean the same.
// Data for `matches.js`, in English and Chinese.

// Words that stand in any sentence. They find nothing and are not marked; in a quotation they count.
const EMPTY = new Set(
  `about after also and any are because been before being but can cannot could did does doing done for from gets
  give gives had has have how into its just let like may might more most must not now off onto our out over per
  please should since some still such than that the their them then there these they this those too under until upon
  use used using very via was were what when where which while who whose why will with within without would yet you
  your 什么 怎么 为什 如何 错误 报错 一个 这个 我的`.split(/\s+/),
);

// How a message names its kind, which says that something failed and not what.
const KIND_OF_MESSAGE =
  /^((runtime|value|import|modulenotfound|attribute|assertion|key|type|index|name|os|system|io|notimplemented|unboundlocal|filenotfound|permission|backend|childfailed)?(error|exception)s?|(user|deprecation|future|runtime)?warning|warn|traceback|fatal)$/;

export const saysNothing = (word) => EMPTY.has(word) || KIND_OF_MESSAGE.test(word);

// Whether a text has the looks of a message, however short it is.
export const isMessage = (text) =>
  /(error|exception|warning)\b\s*:|^\s*traceback \(|\bWARN\b|^\[rank\d+\]/im.test(text);

// Each row: ways to say one thing. Who writes one of them finds pages with any of them.
export const MEANINGS = [
  ["oom", "out of memory", "显存不足", "爆显存"],
  ["hang", "hangs", "stuck", "deadlock", "挂起", "卡住", "死锁"],
  ["sigabrt", "aborted", "core dumped", "exit status 134"],
  ["sigsegv", "segfault", "segmentation fault", "段错误"],
  ["disable", "disabled", "switch off", "禁用", "关闭", "停用"],
  ["timeout", "timed out", "超时"],
];
