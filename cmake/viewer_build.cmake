# viewer_build.cmake -- fetches the viewer's packages into the build folder, where they are not there
# yet, and bundles the page. Variables: NODE NPM TESTS SOURCE FOLDER PAGE DONE. What cannot be fetched is
# no failure of the build: it is told, and the page is left out.
file(MAKE_DIRECTORY ${FOLDER})
file(SHA256 ${SOURCE}/package-lock.json wanted)
set(have "")
if(EXISTS ${FOLDER}/packages)
  file(READ ${FOLDER}/packages have)
endif()
# what drives a browser is for the tests, and left out where there is none
set(omit --omit=dev)
if(TESTS)
  set(omit "")
endif()

if(NOT have STREQUAL "${wanted} ${omit}")
  file(COPY ${SOURCE}/package.json ${SOURCE}/package-lock.json ${SOURCE}/.npmrc DESTINATION ${FOLDER})
  execute_process(COMMAND ${NPM} ci --ignore-scripts --no-fund --no-audit ${omit}
    WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(failed)
    message("${said}")
    message("polhode view: left out, since npm could not fetch its packages; build again with a network")
    file(REMOVE ${PAGE})
    return()
  endif()
  file(WRITE ${FOLDER}/packages "${wanted} ${omit}")
endif()

execute_process(COMMAND ${NODE} ${SOURCE}/build.mjs ${FOLDER}/node_modules ${PAGE}
  RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "the viewer's page could not be bundled")
endif()
file(TOUCH ${DONE})
