import { hello } from "./hello.js";
const later = () => import('./later.js');
hello("no.file.of.this.name", later);
