import './mantine-more.css'
