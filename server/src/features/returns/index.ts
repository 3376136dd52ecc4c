export { insertGrade } from './grade.repository.ts';
