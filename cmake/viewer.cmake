# viewer.cmake -- the page `polhode view` puts a result into, bundled from viewer/ with packages
# from npm. Node.js and npm are needed for it alone: without them, or without a network to fetch the
# packages from, everything else is built and the command says what is missing.
find_program(POLHODE_NODE NAMES node nodejs)
find_program(POLHODE_NPM NAMES npm)
find_program(POLHODE_CHROMIUM NAMES chromium chromium-browser google-chrome) # for the tests
mark_as_advanced(POLHODE_NODE POLHODE_NPM POLHODE_CHROMIUM)

set(POLHODE_VIEWER_PAGE ${PROJECT_BINARY_DIR}/viewer.html)
if(NOT POLHODE_NODE OR NOT POLHODE_NPM)
  message(STATUS "polhode view: left out, since Node.js or npm is missing (Debian: nodejs npm)")
  return()
endif()

file(GLOB POLHODE_VIEWER_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/viewer/src/*)
# touched only when all went well, so that a build without network tries again the next time
set(POLHODE_VIEWER_DONE ${PROJECT_BINARY_DIR}/viewer/done)
if(POLHODE_CHROMIUM)
  set(POLHODE_VIEWER_DONE ${PROJECT_BINARY_DIR}/viewer/done-tests) # with what drives a browser
endif()
add_custom_command(OUTPUT ${POLHODE_VIEWER_DONE}
  COMMAND ${CMAKE_COMMAND} -DNODE=${POLHODE_NODE} -DNPM=${POLHODE_NPM} -DTESTS=${POLHODE_CHROMIUM}
    -DSOURCE=${PROJECT_SOURCE_DIR}/viewer -DFOLDER=${PROJECT_BINARY_DIR}/viewer
    -DPAGE=${POLHODE_VIEWER_PAGE} -DDONE=${POLHODE_VIEWER_DONE} -P ${PROJECT_SOURCE_DIR}/cmake/viewer_build.cmake
  DEPENDS ${POLHODE_VIEWER_SOURCES} viewer/build.mjs viewer/package.json viewer/package-lock.json
    cmake/viewer_build.cmake
  COMMENT "The viewer's page" VERBATIM)
add_custom_target(viewer ALL DEPENDS ${POLHODE_VIEWER_DONE})
install(FILES ${POLHODE_VIEWER_PAGE} DESTINATION ${CMAKE_INSTALL_DATADIR}/polhode OPTIONAL)
