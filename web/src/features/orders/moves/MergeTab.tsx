import { MergeTables } from './MoveTableTab'

export default MergeTables
